"use client";

import { useTranslations } from "next-intl";
import { useActionState, useId } from "react";
import { AskAgain } from "#components/second-factor/ask-again.tsx";
import { useFormatError } from "#components/second-factor/use-format-error.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy/copy-button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { renewRecoveryCodes } from "#lib/auth/second-factor/actions.ts";
import { recoveryCodeCount } from "#lib/auth/second-factor/schema.ts";

/** Shown this once. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const t = useTranslations("secondFactor");
  const id = useId();
  return (
    <div role="status" className="grid gap-3 rounded-md border border-accent bg-accent-tint p-4">
      <p className="font-semibold">{t("recovery.shown")}</p>
      <p>{t("recovery.once")}</p>
      <ul data-alone-on-paper id={id} className="grid gap-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="no-print flex flex-wrap gap-3">
        <CopyButton
          value={codes.join("\n")}
          from={id}
          words={{ copy: t("copy"), copied: t("copied"), selected: t("selected") }}
        />
        <Button onClick={() => print()} className="[@media(scripting:none)]:hidden">
          {t("print")}
        </Button>
      </div>
    </div>
  );
}

export function RecoveryCodes({ left }: { left: number }) {
  const t = useTranslations("secondFactor");
  const formatError = useFormatError();
  const [state, action] = useActionState(renewRecoveryCodes, null);
  return (
    <div className="grid gap-4">
      <p>{t("recovery.left", { left, of: recoveryCodeCount })}</p>
      {state?.ok ? (
        <RecoveryCodeList codes={state.value} />
      ) : (
        <form action={action} className="grid justify-items-start gap-4">
          <FormMessage>{formatError(state)}</FormMessage>
          <AskAgain state={state} />
          <SubmitButton variant="secondary" busyLabel={t("busy")}>
            {t("recovery.renew")}
          </SubmitButton>
        </form>
      )}
    </div>
  );
}
