// The built Console's files. The file sender is loaded with the first of them, not with the server.
import type { Readable } from 'node:stream';

export interface ConsoleFile {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** Vite names these files by their content: they never change under one name. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** A room or a Run may have a dot in its name: only these endings name a file. */
const FILE = /\.(css|ico|js|json|map|png|svg|txt|webmanifest|woff2)$/;

const GUARDED: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export class ConsoleFiles {
  readonly #root: string;

  /** `root`: the folder that the build wrote. */
  constructor(root: string) {
    this.#root = root;
  }

  /** `path` as the request names it, without `/console/`. A path of no file is a place inside the Console; null: no such file. */
  async find(request: Readable, path: string): Promise<ConsoleFile | null> {
    const isPlace = !FILE.test(path);
    const found = await this.#send(request, isPlace ? '/index.html' : `/${path}`);
    return found.status < 400 ? found : null;
  }

  async #send(request: Readable, path: string): Promise<ConsoleFile> {
    const { default: send } = await import('@fastify/send');
    const found = await send(request, path, { root: this.#root, index: false, dotfiles: 'ignore', cacheControl: false });
    const cache = path.startsWith('/assets/') ? FOR_EVER : 'no-cache';
    return { status: found.statusCode, headers: { ...found.headers, ...GUARDED, 'cache-control': cache }, body: found.stream };
  }
}
