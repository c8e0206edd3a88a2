import { useTranslations } from "next-intl";
import { readWords } from "#components/reading/words.ts";
import { Reading } from "#components/task-kinds/registry.tsx";
import { StaffNotes } from "#components/task-kinds/staff-notes.tsx";
import type { StudyCase } from "#lib/study-results/cases/case-queries.ts";
import type { Design } from "#lib/studies/schema.ts";

type Props = { served: StudyCase; language: string; optionOrder: Design["assignment"]["optionOrder"] };

/** The version that was served, drawn as the reading room draws it. */
export function CaseReading({ served, language, optionOrder }: Props) {
  const t = useTranslations("resultsCases.case");
  const reading = useTranslations("cases.reading");
  const { kind, form, content, optionNames } = served;
  return (
    <section aria-labelledby="reading" className="grid min-w-0 gap-3">
      <h2 id="reading" className="text-xl font-semibold">
        {t("reading")}
      </h2>
      {form === "unparsed" && <p className="text-sm text-ink-muted">{t("unparsed")}</p>}
      <div className="min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-6">
        <Reading
          kind={kind}
          content={content}
          names={optionNames}
          language={language}
          words={readWords((word) => reading(word))}
        />
      </div>
      <StaffNotes kind={kind} content={content} />
      <p className="text-sm text-ink-muted">{t(`order.${optionOrder}`)}</p>
    </section>
  );
}
