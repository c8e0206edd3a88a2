"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { completeByCode } from "#lib/auth/second-factor/actions.ts";
import { windowMinutes } from "#lib/auth/terms.ts";

/** A code of the app, or one of those for the day it is lost. */
export function CodeEntry({ next, hasApp }: { next?: string; hasApp: boolean }) {
  const t = useTranslations("secondFactor");
  const [state, action] = useActionState(completeByCode, null);
  const code = state && !state.ok ? state.error : null;
  const problem =
    code === "throttled"
      ? t("errors.throttled", { minutes: windowMinutes })
      : t(code === "no_half" ? "errors.no_half" : "errors.wrong_code");
  return (
    <form action={action} className="grid gap-4">
      {next && <input type="hidden" name="next" value={next} />}
      <FormMessage>{code === "no_half" && problem}</FormMessage>
      <TextField
        name="code"
        label={t(hasApp ? "step.code" : "step.recoveryCode")}
        hint={t(hasApp ? "step.codeHint" : "step.recoveryHint")}
        error={code && code !== "no_half" && problem}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
      />
      <SubmitButton busyLabel={t("busy")}>{t("step.submit")}</SubmitButton>
    </form>
  );
}
