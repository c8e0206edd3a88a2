"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { AskAgain } from "#components/second-factor/ask-again.tsx";
import { RecoveryCodeList } from "#components/second-factor/recovery-codes.tsx";
import { RemoveFactor } from "#components/second-factor/remove-factor.tsx";
import { useFormatError } from "#components/second-factor/use-format-error.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { removeCodeApp, setUpCodeApp } from "#lib/auth/second-factor/actions.ts";

/** One form for both steps: first it shows what the app has to be told, then it takes a code of it. */
export function CodeApp({ since }: { since: string | null }) {
  const t = useTranslations("secondFactor");
  const formatError = useFormatError();
  const [state, action] = useActionState(setUpCodeApp, null);
  const confirmed = state?.ok && state.value.state === "confirmed" ? state.value : null;
  if (since !== null || confirmed)
    return (
      <div className="grid gap-4">
        <p>{since === null ? t("app.done") : t("app.since", { date: since })}</p>
        {confirmed && confirmed.codes.length > 0 && <RecoveryCodeList codes={confirmed.codes} />}
        <RemoveFactor action={removeCodeApp} label={t("app.remove")} />
      </div>
    );
  // A wrong code comes back with what the app was told, so that one can look again.
  const told = state && (state.ok ? (state.value.state === "begun" ? state.value : null) : state.fields);
  const problem = formatError(state);
  if (!told?.secret)
    return (
      <form action={action} className="grid justify-items-start gap-4">
        <p>{t("app.intro")}</p>
        <FormMessage>{problem}</FormMessage>
        <AskAgain state={state} />
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("app.begin")}
        </SubmitButton>
      </form>
    );
  return (
    <form action={action} className="grid max-w-md gap-4">
      <p>{t("app.scan")}</p>
      <QrCode text={told.address ?? ""} label={t("app.qr")} className="w-52 max-w-full rounded-md" />
      <p className="text-sm">
        {t("app.orType")} <code className="font-mono wrap-anywhere select-all">{told.secret}</code>
      </p>
      <TextField
        name="code"
        label={t("app.code")}
        hint={t("app.codeHint")}
        error={problem}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
      />
      <div>
        <SubmitButton busyLabel={t("busy")}>{t("app.confirm")}</SubmitButton>
      </div>
    </form>
  );
}
