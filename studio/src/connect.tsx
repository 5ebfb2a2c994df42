// Connections by the keyboard: a list of what a component can be connected to, by typing.
import { theCanvas } from "./actions";
import { fits, nameOfPort } from "./diagram";
import { connecting, drawn, type Part, type Port } from "./state";
import { TypingBox } from "./typing_box";

interface Pair {
  from: { part: Part; port: Port };
  to: { part: Part; port: Port };
}

// Nearest first, those that are free before those that have a line.
function pairsOf(name: string): Pair[] {
  const picture = drawn.value?.picture;
  const part = picture?.components.find((c) => c.name === name);
  if (!picture || !part) return [];
  const used = new Set(picture.connections.flatMap((w) => [w.from, w.to]));
  const joined = new Set(picture.connections.flatMap((w) => [`${w.from} ${w.to}`, `${w.to} ${w.from}`]));
  const all: { pair: Pair; rank: number }[] = [];
  for (const port of part.ports)
    for (const other of picture.components)
      if (other !== part && !other.absent)
        for (const end of other.ports) {
          const [a, b] = [nameOfPort(part, port), nameOfPort(other, end)];
          if (!fits(port, end) || joined.has(`${a} ${b}`)) continue;
          const taken = Number(used.has(a)) + Number(used.has(b));
          all.push({ pair: { from: { part, port }, to: { part: other, port: end } }, rank: 1e4 * taken + Math.hypot(port.at[0] - end.at[0], port.at[1] - end.at[1]) });
        }
  return all.sort((a, b) => a.rank - b.rank).map(({ pair }) => pair);
}

const textOfPair = ({ from, to }: Pair) => `${nameOfPort(from.part, from.port)} ${nameOfPort(to.part, to.port)}`;

export function Connecting() {
  const at = connecting.value;
  if (!at) return null;
  const pairs = pairsOf(at.component);
  return (
    <TypingBox<Pair>
      key={at.component} label={`connect ${at.component} to`} placeholder={pairs.length ? `connect ${at.component} to: type a name …` : "there is no connector that fits"} place={at}
      search={async (query) => {
        const words = query.toLowerCase().split(/[\s,]+/).filter(Boolean);
        return pairs.filter((pair) => words.every((word) => textOfPair(pair).toLowerCase().includes(word)));
      }}
      row={(pair, active, choose) => (
        <div class={active ? "entry pair active" : "entry pair"} role="option" aria-selected={active} key={textOfPair(pair)} onClick={choose}>
          <b>{nameOfPort(pair.from.part, pair.from.port)}</b> – <b>{nameOfPort(pair.to.part, pair.to.port)}</b>
        </div>
      )}
      choose={(pair) => theCanvas()?.connect(pair.from, pair.to)}
      look={(pair) => theCanvas()?.lightPorts(pair ? [pair.from.port, pair.to.port] : [])}
      close={() => {
        connecting.value = null;
        theCanvas()?.focus();
      }}
    />
  );
}
