import { useMemo, useState } from "react";
import { listSpeakers, nextOf, type Piece } from "#lib/reading/pieces.ts";

/** The way from turn to turn: of everybody, of whom one has chosen, or of whoever speaks here. */
export function useSpeaking(
  pieces: readonly Piece[],
  titles: "speakers" | "names",
  here: () => number,
  goTo: (piece: number) => void,
) {
  const speakers = useMemo(() => (titles === "speakers" ? listSpeakers(pieces) : []), [pieces, titles]);
  const [chosen, setChosen] = useState<number | null>(null);
  const all = useMemo(() => [...pieces.keys()], [pieces]);
  function step(turns: readonly number[], by: 1 | -1): void {
    const next = nextOf(turns, here(), by);
    if (next !== null) goTo(next);
  }
  function stepOwn(by: 1 | -1): void {
    const speaker = pieces[here()]?.title ?? null;
    step(speakers.find(({ name }) => name === speaker)?.turns ?? all, by);
  }
  return {
    step: (by: 1 | -1) => step(all, by),
    stepOwn,
    tools: {
      speakers,
      chosen,
      onChoose: setChosen,
      onTurn: (by: 1 | -1) => step(chosen === null ? all : (speakers[chosen]?.turns ?? all), by),
    },
  };
}
