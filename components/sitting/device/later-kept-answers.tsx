"use client";

import { useEffect, useState, type ComponentProps } from "react";
import type { KeptAnswers } from "#components/sitting/device/kept-answers.tsx";

type KeptAnswersModule = typeof import("#components/sitting/device/kept-answers.tsx");

/** What the device holds is known in the browser alone: what looks for it comes after the page, and only where it is over. */
export function LaterKeptAnswers(props: ComponentProps<typeof KeptAnswers>) {
  const [kept, setKept] = useState<KeptAnswersModule | null>(null);
  useEffect(() => {
    void import("#components/sitting/device/kept-answers.tsx").then(setKept, () => undefined);
  }, []);
  return kept && <kept.KeptAnswers {...props} />;
}
