"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { SittingForm, type SittingSubject } from "#components/live/sitting-actions.tsx";
import { AskAgain } from "#components/second-factor/ask-again.tsx";
import { CopyableLink } from "#components/ui/copy/copyable-link.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { giveLink } from "#lib/sittings/actions.ts";

/** For somebody who can't come back in by themselves. */
export function GiveLink(subject: SittingSubject) {
  const t = useTranslations("live.manage.link");
  const shell = useTranslations("shell");
  const { number } = subject.sitting;
  const [state, action] = useActionState(giveLink, null);
  const refused = state && !state.ok && state.error !== "ask_again" ? state : null;
  const refusal = refused && t(refused.error === "inactive" ? "inactive" : "failed");
  return (
    <SittingForm
      subject={subject}
      refusal={refusal}
      action={action}
      title={t("title")}
      means={t("means", { number })}
    >
      {state?.ok ? (
        <>
          <CopyableLink
            label={t("label", { number })}
            value={state.value}
            words={{ copy: shell("copy"), copied: shell("copied"), selected: shell("selected") }}
          />
          <p className="text-sm text-ink-muted">{t("once")}</p>
        </>
      ) : (
        <>
          <AskAgain state={state} />
          <div>
            <SubmitButton variant="secondary" busyLabel={t("busy")}>
              {t("submit")}
            </SubmitButton>
          </div>
        </>
      )}
    </SittingForm>
  );
}
