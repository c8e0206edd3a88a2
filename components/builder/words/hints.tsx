"use client";

import { useTranslations } from "next-intl";
import { templateCases, templateWords } from "#components/builder/words/templates.ts";
import { Callout } from "#components/ui/callout.tsx";
import { countServed } from "#lib/studies/findings/findings.ts";
import { studyLanguages, type Design } from "#lib/studies/schema.ts";

const parts = ["welcome", "consent"] as const;
// "About 50" is still true of a few more or less.
const leeway = 5;

/** Where the template's texts, left as they came, say what this design doesn't do. */
export function WordsHints({ words, design }: { words: Design["words"]; design: Design }) {
  const t = useTranslations("builderWords.words.hints");
  const keeps = (part: "welcome" | "consent" | "debrief") =>
    studyLanguages.some((language) => words[language][part] === templateWords[language][part]);
  const cases = countServed(design.sample);
  const saysCases = parts.some(keeps) && cases > 0 && Math.abs(cases - templateCases) > leeway;
  const saysSelection = keeps("debrief") && design.frame.reference === null;
  if (!saysCases && !saysSelection) return null;
  return (
    <Callout tone="warning" title={t("title")}>
      <ul className="grid list-disc gap-1 ps-5">
        {saysCases && <li>{t("cases", { cases, said: templateCases })}</li>}
        {saysSelection && <li>{t("selection")}</li>}
      </ul>
    </Callout>
  );
}
