import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { PredictedAnswerProps, StaffNotesProps } from "#components/task-kinds/kind.ts";
import { traitsCells } from "#components/task-kinds/traits/names.ts";
import { itemsOf } from "#lib/task-kinds/traits/profile.ts";
import type { TraitsContent } from "#lib/task-kinds/traits/schema.ts";

/** Which items of a set are shown. */
export function DrawnItems({ content }: StaffNotesProps) {
  const t = useTranslations("resultsTraits");
  const format = useFormatter();
  const { parts, drawn } = content as TraitsContent;
  const of = itemsOf({ parts }).length;
  return (
    <p className="measure text-sm text-ink-muted">
      {drawn.length === of
        ? t("allDrawn", { of })
        : t("drawn", { count: drawn.length, of, list: format.list(drawn.map(String)) })}
    </p>
  );
}

/** What most runs of a judge found, and of how many. */
export async function FoundTraits({ prediction: { choice, traits } }: PredictedAnswerProps) {
  const t = await getTranslations("resultsTraits");
  const profile = choice === null ? "–" : traitsCells.formatCategory({ optionNames: [] }, choice);
  return <p className="text-sm">{t("judge", { profile, runs: (traits?.length ?? 0) / 5 })}</p>;
}
