"use client";

import { useLocale, useTranslations } from "next-intl";
import { useDeferredValue, useMemo } from "react";
import { Callout } from "#components/ui/callout.tsx";
import { findFieldProblems, findTextWarnings } from "#lib/studies/findings/texts.ts";
import { wordFinding } from "#lib/studies/findings/wording.ts";
import type { Spread } from "#lib/studies/reading/reading-time.ts";
import type { Design, Finding } from "#lib/studies/schema.ts";

/** What stands against the texts as they are being written, by the field it is about. */
export function useTextFindings(design: Design, words: Design["words"], reading: Spread | null) {
  const written = useDeferredValue(words);
  return useMemo(() => {
    const now = { ...design, words: written };
    return Map.groupBy(
      [...findFieldProblems(now, reading), ...findTextWarnings(now, reading)],
      ({ field = "" }) => field,
    );
  }, [design, written, reading]);
}

export function TextFindings({ findings = [] }: { findings: readonly Finding[] | undefined }) {
  const t = useTranslations();
  const locale = useLocale();
  if (findings.length === 0) return null;
  return (
    <Callout tone="warning">
      <ul className="grid gap-1">
        {findings.map((finding, index) => (
          <li key={index}>{wordFinding(t, finding, locale)}</li>
        ))}
      </ul>
    </Callout>
  );
}
