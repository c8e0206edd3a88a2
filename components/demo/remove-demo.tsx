"use client";

import { useTranslations } from "next-intl";
import { PlainAction } from "#components/studies/action-dialogs.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { removeDemo } from "#lib/demo/actions.ts";
import { removalWord, type DemoContents } from "#lib/demo/schema.ts";

/** What the demo holds, and the button that removes it. A word is typed only where answers of real people go. */
export function RemoveDemo({ counts, kept }: DemoContents) {
  const t = useTranslations("demo.remove");
  const { people, peoplesAnswers } = counts;
  const means = (
    <>
      <p>{t("about", counts)}</p>
      {people > 0 && <p className="font-semibold">{t("people", { people, answers: peoplesAnswers })}</p>}
      {counts.ownRuns > 0 && <p>{t("ownRuns", { count: counts.ownRuns })}</p>}
      {kept.map(({ name, usedBy }) => (
        <p key={name}>{t("kept", { name, usedBy: usedBy.join(", ") })}</p>
      ))}
    </>
  );
  return (
    <div className="measure grid gap-3">
      {means}
      <div>
        <PlainAction
          action={removeDemo}
          fields={{ people: String(people), answers: String(peoplesAnswers) }}
          errors="demo.remove.errors"
          fieldErrors="demo.remove.fieldErrors"
          words={{
            open: t("open"),
            title: t("title"),
            submit: t("submit"),
            busy: t("busy"),
            done: t("done"),
          }}
          means={<div className="grid gap-2">{means}</div>}
          look={{ variant: "danger" }}
        >
          {(errorOf) =>
            people > 0 && (
              <TextField
                name="confirmation"
                label={t("typeWord", { word: removalWord })}
                error={errorOf("confirmation")}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )
          }
        </PlainAction>
      </div>
    </div>
  );
}
