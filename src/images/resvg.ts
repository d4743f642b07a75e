/**
 * resvg as WebAssembly, made synchronous and replaceable.
 *
 * The package's own start-up is asynchronous and can happen once a process; rendering is synchronous, most processes
 * never see an SVG, and an instance that trapped must not be used again. So the package's script runs in a context of
 * its own whose microtasks are drained before the call returns (`microtaskMode`), with a synchronous
 * `WebAssembly.instantiate`. The context is not a sandbox: the script is as trusted as any dependency.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, Script } from 'node:vm';

interface ResvgPicture {
  readonly width: number;
  readonly height: number;
  /** The picture as simple SVG: styles, references, text and scripts resolved to paths or dropped. */
  toString(): string;
  render(): { asPng(): Uint8Array; free(): void };
  free(): void;
}

export interface ResvgOptions {
  readonly fitTo?: { readonly mode: 'width' | 'height'; readonly value: number };
  readonly font: {
    readonly fontBuffers: readonly Uint8Array[];
    readonly defaultFontFamily: string;
    readonly serifFamily: string;
    readonly sansSerifFamily: string;
    readonly monospaceFamily: string;
  };
}

type ResvgClass = new (svg: string, options: ResvgOptions) => ResvgPicture;

const START = `
  WebAssembly.instantiate = (module, imports) => Promise.resolve(new WebAssembly.Instance(module, imports));
  module.exports.initWasm(wasmModule).then(() => { started = true; });
`;

let parts: { readonly module: WebAssembly.Module; readonly script: Script } | undefined;
let current: ResvgClass | undefined;

const start = (): ResvgClass => {
  const require = createRequire(import.meta.url);
  parts ??= {
    module: new WebAssembly.Module(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm'))),
    script: new Script(`${readFileSync(require.resolve('@resvg/resvg-wasm'), 'utf8')}\n${START}`),
  };
  // Uint8Array is shared because the package tells font buffers by `instanceof`.
  const exports: { Resvg?: ResvgClass } = {};
  const globals = {
    TextDecoder,
    TextEncoder,
    Uint8Array,
    wasmModule: parts.module,
    module: { exports },
    started: false,
  };
  const context = createContext(globals, { microtaskMode: 'afterEvaluate' });
  parts.script.runInContext(context);
  const { Resvg } = globals.module.exports;
  if (!globals.started || Resvg === undefined) throw new Error('resvg did not start');
  return Resvg;
};

/** Runs `use` on a picture; undefined where resvg refuses it. Whatever fails costs the instance. */
export const withResvg = <Result>(
  svg: string,
  options: ResvgOptions,
  use: (picture: ResvgPicture) => Result,
): Result | undefined => {
  current ??= start();
  try {
    const picture = new current(svg, options);
    try {
      return use(picture);
    } finally {
      picture.free();
    }
  } catch {
    current = undefined;
    return undefined;
  }
};
