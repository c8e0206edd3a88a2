import { useTranslations } from "next-intl";
import type { StaffNotesProps } from "#components/task-kinds/kind.ts";
import { HiddenParts } from "#components/task-kinds/parts/hidden-parts.tsx";
import { formatOriginName, type PairContent } from "#lib/task-kinds/pair/schema.ts";

/** Of one case: what only judges get, and who wrote its texts. */
export function Origins({ content, language }: StaffNotesProps) {
  const t = useTranslations("resultsPairs");
  const [first, second] = (content as PairContent).origins.map(formatOriginName);
  return (
    <>
      <HiddenParts content={content} language={language} />
      <p className="measure text-sm text-ink-muted">
        {t("origins", { first: first ?? "", second: second ?? "" })}
      </p>
    </>
  );
}
