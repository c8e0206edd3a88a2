import type { ReactNode } from "react";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** How an answer of each kind is given, in a box of 28 by 46. */
const glyphs: Record<KindName, () => ReactNode> = {
  choice: () => <Options length={16} lines={1} />,
  texts: () => <Options length={16} lines={2} />,
  rating: () => (
    <>
      <line x1={14} y1={4} x2={14} y2={42} className="stroke-edge" />
      {fives.map((at) => (
        <circle key={at} cx={14} cy={4 + 9.5 * at} r={at === 1 ? 4 : 3} className={chosen(at === 1)} />
      ))}
    </>
  ),
  pair: () => (
    <>
      <rect x={0.5} y={8.5} width={12} height={28} rx={2} className="fill-people/25 stroke-people" />
      <rect x={15.5} y={8.5} width={12} height={28} rx={2} className="fill-raised stroke-edge" />
    </>
  ),
  traits: () =>
    fives.map((row) =>
      [0, 1, 2].map((level) => (
        <circle
          key={`${row} ${level}`}
          cx={5 + 9 * level}
          cy={4 + 9.5 * row}
          r={2.5}
          className={chosen(level === (2 * row) % 3)}
        />
      )),
    ),
  label: () =>
    [0, 1, 2].map((at) => (
      <rect key={at} x={1} y={6 + 13 * at} width={26} height={9} rx={4.5} className={chosen(at === 1)} />
    )),
  codes: () =>
    [0, 1, 2].map((at) => (
      <g key={at}>
        <rect x={1} y={6 + 13 * at} width={7} height={8} rx={1.5} className={chosen(at !== 1)} />
        <line x1={11} y1={10 + 13 * at} x2={27} y2={10 + 13 * at} className="stroke-edge" strokeWidth={2} />
      </g>
    )),
};

const fives = [0, 1, 2, 3, 4] as const;
const chosen = (isChosen: boolean) => (isChosen ? "fill-people/40 stroke-people" : "fill-raised stroke-edge");

function Options({ length, lines }: { length: number; lines: number }) {
  return [0, 1, 2, 3].map((at) => (
    <g key={at}>
      <circle cx={5} cy={6 + 11.5 * at} r={3} className={chosen(at === 2)} />
      {Array.from({ length: lines }, (_, line) => (
        <line
          key={line}
          x1={11}
          x2={11 + length - 5 * line}
          y1={6 + 11.5 * at + 3.5 * (line - (lines - 1) / 2)}
          y2={6 + 11.5 * at + 3.5 * (line - (lines - 1) / 2)}
          className="stroke-edge"
          strokeWidth={lines === 1 ? 2 : 1.5}
        />
      ))}
    </g>
  ));
}

export const AnswerGlyph = ({ kind }: { kind: KindName }) => <>{glyphs[kind]()}</>;
