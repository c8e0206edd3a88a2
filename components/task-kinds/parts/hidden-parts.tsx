import { useTranslations } from "next-intl";
import type { StaffNotesProps } from "#components/task-kinds/kind.ts";
import { Part } from "#components/task-kinds/parts/part.tsx";
import { hiddenParts } from "#lib/task-kinds/parts/files.ts";
import type { TextPart } from "#lib/task-kinds/parts/schema.ts";

/** What models and measures have of a case beside what raters read. */
export function HiddenParts({ content, language }: StaffNotesProps) {
  const t = useTranslations("resultsCases");
  const words = useTranslations("taskKinds.rating.sitting.reading.parts");
  return hiddenParts((content as { parts: readonly TextPart[] }).parts).map(({ role, text }, at) => (
    <div key={at} className="min-w-0 rounded-lg border border-dashed border-edge p-4 sm:p-6">
      <Part title={t("hiddenPart", { part: words(role) })} isJudged={false} text={text} language={language} />
    </div>
  ));
}
