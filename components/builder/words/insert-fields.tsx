"use client";

import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { Button } from "#components/ui/button.tsx";
import { textFields, type FieldValues, type TextField } from "#lib/studies/texts/fields.ts";

type Props = { into: RefObject<HTMLTextAreaElement | null>; part: string; values: FieldValues };

/** Fields that the design fills in, each with what it comes to now. */
export function InsertFields({ into, part, values }: Props) {
  const t = useTranslations("builderWords.words.fields");
  return (
    <div role="group" aria-label={t("of", { part })} className="flex flex-wrap items-center gap-1.5">
      <span className="text-sm text-ink-muted">{t("insert")}</span>
      {textFields.map((name) => (
        <Button
          key={name}
          size="small"
          title={t(`names.${name}`)}
          className="max-w-full px-2"
          onClick={() => insert(into.current, name)}
        >
          <code className="font-mono">{`{${name}}`}</code>
          <span className="min-w-0 truncate text-ink-muted">{values[name] || t("nothing")}</span>
        </Button>
      ))}
    </div>
  );
}

/** Where the caret stands, as if it had been typed. */
function insert(area: HTMLTextAreaElement | null, name: TextField): void {
  if (!area) return;
  area.focus();
  area.setRangeText(`{${name}}`, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
