import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/**
 * Runs `use` while a package registry of one package listens on this machine. `env` makes npm ask that registry, with a cache
 * and settings of its own.
 */
export async function withRegistry(
  { name, version, files }: PublishedPackage,
  use: (env: NodeJS.ProcessEnv) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'code-intel-registry-'));
  const content = join(folder, 'package');
  mkdirSync(content);
  writeFileSync(join(content, 'package.json'), JSON.stringify({ name, version }));
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(content, file), bytes);
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
  const tarball = readFileSync(join(folder, 'package.tgz'));
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;

  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    if (path === '/package.tgz') response.end(tarball);
    else if (path === `/${name}`) {
      const dist = { tarball: `http://${request.headers.host}/package.tgz`, integrity };
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          name,
          'dist-tags': { latest: version },
          versions: { [version]: { name, version, dist } },
        }),
      );
    } else response.writeHead(404).end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  try {
    await use({
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(folder, 'cache'),
      npm_config_userconfig: join(folder, 'npmrc'),
      npm_config_noproxy: '127.0.0.1',
      npm_config_update_notifier: 'false',
    });
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
