import { useTranslations } from "next-intl";
import type { StaffNotesProps } from "#components/task-kinds/kind.ts";
import { formatOriginName, type PairContent } from "#lib/task-kinds/pair/schema.ts";

/** Of one case: who wrote its texts. */
export function Origins({ content }: StaffNotesProps) {
  const t = useTranslations("resultsPairs");
  const [first, second] = (content as PairContent).origins.map(formatOriginName);
  return (
    <p className="measure text-sm text-ink-muted">
      {t("origins", { first: first ?? "", second: second ?? "" })}
    </p>
  );
}
