"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { PlainAction } from "#components/studies/action-dialogs.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { useFieldError } from "#components/endpoint-runs/start/use-field-error.ts";
import { cancelRun, pauseRun, resumeRun } from "#lib/endpoint-runs/actions.ts";
import { isOver, stateOf, type LiveRun } from "#lib/endpoint-runs/live-run.ts";

const errors = "endpointRuns.errors";

/** What can be done with a run in the state that it is in. */
export function RunActions({ run }: { run: LiveRun }) {
  const t = useTranslations("endpointRuns.live");
  if (isOver(run)) return null;
  const isGoing = run.state === "running" && stateOf(run) !== "lost";
  const isSpent = run.stopReason === "money" || run.stopReason === "tokens";
  return (
    <div className="flex flex-wrap items-start gap-3">
      {isGoing ? (
        <AtOnce
          key="pause"
          id={run.id}
          action={pauseRun}
          variant="secondary"
          words={{ open: t("pause"), busy: t("pausing") }}
        />
      ) : isSpent ? (
        <ResumeWithBudget run={run} name={run.stopReason === "money" ? "budgetMoney" : "budgetTokens"} />
      ) : (
        <AtOnce
          key="resume"
          id={run.id}
          action={resumeRun}
          variant="primary"
          words={{ open: t("resume.open"), busy: t("resume.busy"), done: t("resume.done") }}
        />
      )}
      <PlainAction
        action={cancelRun}
        fields={{ id: run.id }}
        errors={errors}
        words={{
          open: t("cancel.open", { purpose: run.purpose }),
          title: t("cancel.title", { purpose: run.purpose }),
          submit: t("cancel.open", { purpose: run.purpose }),
          busy: t("cancel.busy"),
          done: t("cancel.done", { purpose: run.purpose }),
        }}
        means={t("cancel.about", { purpose: run.purpose })}
      />
    </div>
  );
}

type AtOnceProps = {
  id: string;
  action: typeof pauseRun | typeof resumeRun;
  variant: "primary" | "secondary";
  words: { open: string; busy: string; done?: string };
};

/** What nobody has to confirm. */
function AtOnce({ id, action, variant, words: { open, busy, done } }: AtOnceProps) {
  const { run, refusal } = useFormAction(action, { errors, ...(done && { done }) });
  return (
    <form action={run} className="grid justify-items-start gap-3">
      <input type="hidden" name="id" value={id} />
      <SubmitButton variant={variant} busyLabel={busy}>
        {open}
      </SubmitButton>
      <FormMessage>{refusal}</FormMessage>
    </form>
  );
}

type Budget = { run: LiveRun; name: "budgetMoney" | "budgetTokens" };

/** With the same budget it would stop at once. */
function ResumeWithBudget(props: Budget) {
  const t = useTranslations("endpointRuns.live.resume");
  const shell = useTranslations("shell");
  const [isOpen, open] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      title={t("title")}
      description={t("about")}
      closeLabel={shell("close")}
      trigger={<Button variant="primary">{t("open")}</Button>}
    >
      <BudgetForm {...props} onDone={() => open(false)} />
    </Dialog>
  );
}

function BudgetForm({ run: { id, settings, plan }, name, onDone }: Budget & { onDone: () => void }) {
  const t = useTranslations("endpointRuns");
  const shell = useTranslations("shell");
  const resuming = useFormAction(resumeRun, { errors, done: t("live.resume.done"), onDone });
  const errorOf = useFieldError(resuming.state);
  const [given, setGiven] = useState(String(settings[name] ?? ""));
  return (
    <form action={resuming.run} className="grid gap-4">
      <FormMessage>{!errorOf(name) && resuming.refusal}</FormMessage>
      <input type="hidden" name="id" value={id} />
      <TextField
        name={name}
        label={t(`new.settings.${name}`, { currency: plan.currency })}
        inputMode="decimal"
        value={given}
        onChange={({ target }) => setGiven(target.value)}
        error={errorOf(name)}
        autoComplete="off"
      />
      <DialogActions>
        <DialogClose>{shell("cancel")}</DialogClose>
        <SubmitButton busyLabel={t("live.resume.busy")}>{t("live.resume.submit")}</SubmitButton>
      </DialogActions>
    </form>
  );
}
