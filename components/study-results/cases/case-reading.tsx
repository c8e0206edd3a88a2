import { useTranslations } from "next-intl";
import { CaseAsRead } from "#components/task-kinds/case-as-read.tsx";
import type { StudyCase } from "#lib/study-results/cases/case-queries.ts";
import type { Design } from "#lib/studies/schema.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

type Props = { served: StudyCase; language: string; optionOrder: Design["assignment"]["optionOrder"] };

/** The version that was served, drawn as the reading room draws it. */
export function CaseReading({ served, language, optionOrder }: Props) {
  const t = useTranslations("resultsCases.case");
  const { kind, form, content, optionNames } = served;
  return (
    <section aria-labelledby="reading" className="grid min-w-0 gap-3">
      <h2 id="reading" className="text-xl font-semibold">
        {t("reading")}
      </h2>
      {form === "unparsed" && <p className="text-sm text-ink-muted">{t("unparsed")}</p>}
      <CaseAsRead kind={kind} content={content} names={optionNames} language={language} />
      {serverKindOf(kind).ordersOptions && (
        <p className="text-sm text-ink-muted">{t(`order.${optionOrder}`)}</p>
      )}
    </section>
  );
}
