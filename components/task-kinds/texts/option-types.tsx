import { useTranslations } from "next-intl";
import type { StaffNotesProps } from "#components/task-kinds/kind.ts";
import type { TextsContent } from "#lib/task-kinds/texts/schema.ts";

export function OptionTypes({ content }: StaffNotesProps) {
  const t = useTranslations("resultsTexts");
  const { types } = content as TextsContent;
  const list = types.map((type, option) => `${option + 1} ${type}`).join(", ");
  return <p className="measure text-sm text-ink-muted">{t("types", { list })}</p>;
}
