// The line to the server: requests with answers, notifications, and curves as bytes.

export interface Curve {
  name: string;
  t: Float64Array;
  y: Float64Array;
  reduced: boolean;
  found: boolean;
}
type Waiting = { resolve: (value: any) => void; reject: (why: Error) => void };
type Listener = (params: any, curves: Curve[]) => void;

let socket: WebSocket | null = null;
let last = 0;
const waiting = new Map<number, Waiting>();
const listeners = new Map<string, Listener[]>();

export function on(method: string, listener: Listener) {
  listeners.set(method, [...(listeners.get(method) ?? []), listener]);
}

export class Refused extends Error {}

// curves: null in an answer that is no bytes; there may be none of them in one that is
function settle(message: any, curves: Curve[] | null) {
  if (message.id !== undefined && message.id !== null) {
    const entry = waiting.get(message.id);
    waiting.delete(message.id);
    if (!entry) return;
    if (message.error) entry.reject(new Refused(message.error.message));
    else entry.resolve(curves ? { ...message.result, curves } : message.result);
  } else if (message.method) {
    for (const listener of listeners.get(message.method) ?? []) listener(message.params, curves ?? []);
  }
}

// A head in JSON, then times and values of each curve.
function unpack(bytes: ArrayBuffer): [any, Curve[]] {
  const length = new DataView(bytes).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  let at = 4 + length;
  const curves: Curve[] = head.curves.map((c: any) => {
    const t = new Float64Array(bytes, at, c.count);
    const y = new Float64Array(bytes, at + 8 * c.count, c.count);
    at += 16 * c.count;
    return { name: c.name, t, y, reduced: c.reduced, found: c.found };
  });
  return [head, curves];
}

export function connect(token: string): Promise<any> {
  return new Promise((resolve, reject) => {
    socket = new WebSocket(`ws://${location.host}/socket`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => request("formola/hello", { token }).then(resolve, reject);
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") settle(JSON.parse(data), null);
      else settle(...unpack(data));
    };
    socket.onclose = () => {
      for (const entry of waiting.values()) entry.reject(new Error("the server is gone"));
      waiting.clear();
      for (const listener of listeners.get("closed") ?? []) listener(null, []);
      reject(new Error("the server is gone"));
    };
  });
}

export function request<T = any>(method: string, params: object = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    if (!socket || socket.readyState !== WebSocket.OPEN) return reject(new Error("the server is gone"));
    const id = ++last;
    waiting.set(id, { resolve, reject });
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  });
}

export function notify(method: string, params: object = {}) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
}
