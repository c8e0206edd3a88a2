"use client";

import { useLocale, useTranslations } from "next-intl";
import { useDeferredValue, useMemo } from "react";
import { Callout } from "#components/ui/callout.tsx";
import { findFieldProblems, findTextWarnings } from "#lib/studies/findings/texts.ts";
import { wordFinding } from "#lib/studies/findings/wording.ts";
import type { Design, Finding } from "#lib/studies/schema.ts";
import type { KnownCases } from "#lib/studies/texts/field-values.ts";

/** What stands against the texts as they are being written, by the field it is about. */
export function useTextFindings(design: Design, words: Design["words"], known: KnownCases) {
  const written = useDeferredValue(words);
  return useMemo(() => {
    const now = { ...design, words: written };
    return Map.groupBy(
      [...findFieldProblems(now, known), ...findTextWarnings(now, known)],
      ({ field = "" }) => field,
    );
  }, [design, written, known]);
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
