"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SittingForm, type SittingSubject } from "#components/live/sitting-actions.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { withdraw } from "#lib/sittings/actions.ts";

/** On request: out of every figure, and if asked out of the database. Of a withdrawn sitting, only the second is left. */
export function WithdrawSitting(subject: SittingSubject) {
  const t = useTranslations("live.manage");
  const { number, state } = subject.sitting;
  const isWithdrawn = state === "withdrawn";
  const words = isWithdrawn ? "erase" : "withdraw";
  const [erase, setErase] = useState(isWithdrawn);
  const [typed, setTyped] = useState("");
  const confirmation = t("withdraw.confirmation", { number });
  const done = isWithdrawn ? "erase.done" : erase ? "withdraw.doneErased" : "withdraw.done";
  const { run, refusal, fields } = useFormAction(withdraw, {
    errors: "studies.errors",
    done: t(done, { number }),
    onDone: subject.onDone,
  });
  return (
    <SittingForm
      subject={subject}
      refusal={refusal}
      title={t(`${words}.title`)}
      means={t(`${words}.means`)}
      action={run}
    >
      {isWithdrawn ? (
        <input type="hidden" name="erase" value="on" />
      ) : (
        <CheckboxField
          name="erase"
          label={t("withdraw.erase")}
          hint={t("withdraw.eraseMeans", { number })}
          checked={erase}
          onChange={(event) => setErase(event.target.checked)}
        />
      )}
      <TextField
        name="confirmation"
        label={t("withdraw.typeName", { confirmation })}
        error={fields.confirmation && t("withdraw.mistyped")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <SubmitButton
          variant="danger"
          busyLabel={t(`${words}.busy`)}
          disabled={typed.trim().toLowerCase() !== confirmation}
        >
          {t(`${words}.submit`, { number })}
        </SubmitButton>
      </div>
    </SittingForm>
  );
}
