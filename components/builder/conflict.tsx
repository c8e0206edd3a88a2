"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Conflict } from "#components/builder/use-save.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";

type Props = {
  conflict: Conflict;
  theirs: string;
  busy: boolean;
  onReplace: () => void;
  /** Of a step of the builder, of what keeps every revision, of the plan of a review, or of an endpoint. */
  words?: `${"builder" | "reporting" | "reviews" | "endpoints"}.conflict`;
};

/** Somebody else saved in between: nothing is lost, and nothing is overwritten unasked. */
export function ConflictNotice({ conflict, theirs, busy, onReplace, words = "builder.conflict" }: Props) {
  const { by, at } = conflict;
  const t = useTranslations(words);
  const format = useFormatter();
  return (
    <Callout tone="warning" title={by ? t("title", { by }) : t("titleNobody")}>
      <div className="grid gap-3">
        <p>
          {at &&
            t("since", {
              at: format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "medium" }),
            })}{" "}
          {t("kept")}
        </p>
        <p className="flex flex-wrap gap-3">
          <a href={theirs} target="_blank" rel="noreferrer" className={buttonClass()}>
            {t("openTheirs")}
          </a>
          <Button
            onClick={() => {
              if (!busy) onReplace();
            }}
            busy={busy}
          >
            {t("replace")}
          </Button>
        </p>
        <p className="text-sm">{t("replaceMeans")}</p>
      </div>
    </Callout>
  );
}
