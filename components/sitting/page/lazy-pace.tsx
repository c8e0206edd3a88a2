import { useEffect, useState } from "react";
import { fetchPace } from "#components/sitting/page/later-parts.ts";
import type { PaceProps } from "#components/sitting/page/pace.tsx";

type Pace = typeof import("#components/sitting/page/pace.tsx");

/** Fetched only where the plan wants it: no other study's cases get heavier by it. */
function usePace(isWanted: boolean): Pace | null {
  const [pace, setPace] = useState<Pace | null>(null);
  useEffect(() => {
    if (isWanted) void fetchPace().then(setPace, () => undefined);
  }, [isWanted]);
  return pace;
}

export function LazyPace(props: PaceProps) {
  const pace = usePace(props.state.questions.showPace === true);
  return pace && <pace.PaceLine {...props} />;
}

export function LazyBreak(props: PaceProps) {
  const pace = usePace(props.state.questions.breakAfterMinutes != null);
  return pace && <pace.BreakLine {...props} />;
}
