// matrix.js and digraph.js of the inspect page as one module; build.mjs makes it of the files.
declare module "inspect-page" {
  export function decodeStructure(system: any): any;
  export class MatrixView {
    constructor(host: HTMLElement, system: any, sorted: number, sources: any[]);
    sorted: number;
    animateTo(sorted: number): void;
  }
  export class Digraph {
    constructor(host: HTMLElement, system: any);
  }
}
