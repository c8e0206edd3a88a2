"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import type { SentSitting } from "#components/live/view.ts";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import { exclude, extendTime, include, release } from "#lib/sittings/actions.ts";

export type SittingSubject = { studyId: string; sitting: SentSitting; onDone: () => void };

type FormProps = {
  subject: SittingSubject;
  title: string;
  means: string;
  action: (form: FormData) => void;
  refusal: ReactNode;
  children: ReactNode;
};

/** One action of the dialog, folded until it is wanted: what it means, and its fields. */
export function SittingForm({ subject, title, means, action, refusal, children }: FormProps) {
  const { studyId, sitting } = subject;
  return (
    <details name="action" className="border-t border-line pt-2">
      <summary className="target cursor-pointer py-2 font-semibold">{title}</summary>
      <form action={action} aria-label={title} className="grid gap-3 pb-2">
        <p className="text-sm text-ink-muted">{means}</p>
        <FormMessage>{refusal}</FormMessage>
        <input type="hidden" name="studyId" value={studyId} />
        <input type="hidden" name="number" value={sitting.number} />
        {children}
      </form>
    </details>
  );
}

function useFieldWords(): (code: string | undefined) => string | undefined {
  const t = useTranslations("live.fields");
  return (code) => {
    if (code === undefined) return undefined;
    return t.has(code as never) ? t(code as never) : t("unknown");
  };
}

export function ExcludeSitting(subject: SittingSubject) {
  const t = useTranslations("live.manage.exclude");
  const wordsOf = useFieldWords();
  const { number } = subject.sitting;
  const [reason, setReason] = useState("");
  const { run, refusal, fields } = useFormAction(exclude, {
    errors: "studies.errors",
    done: t("done", { number }),
    onDone: subject.onDone,
  });
  return (
    <SittingForm subject={subject} refusal={refusal} title={t("title")} means={t("means")} action={run}>
      <TextAreaField
        name="reason"
        rows={2}
        label={t("reason")}
        hint={t("reasonHint")}
        error={wordsOf(fields.reason)}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("submit", { number })}
        </SubmitButton>
      </div>
    </SittingForm>
  );
}

export function IncludeSitting(subject: SittingSubject) {
  const t = useTranslations("live.manage.include");
  const people = useTranslations("live.people");
  const { number, excludedBy, excludedReason } = subject.sitting;
  const { run, refusal } = useFormAction(include, {
    errors: "studies.errors",
    done: t("done", { number }),
    onDone: subject.onDone,
  });
  const means = t("means", { by: excludedBy ?? people("somebody"), reason: excludedReason ?? "" });
  return (
    <SittingForm subject={subject} refusal={refusal} means={means} title={t("title")} action={run}>
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("submit")}
        </SubmitButton>
      </div>
    </SittingForm>
  );
}

export function GiveTime(subject: SittingSubject) {
  const t = useTranslations("live.manage.time");
  const wordsOf = useFieldWords();
  const { number, timeAllowanceMs } = subject.sitting;
  const [minutes, setMinutes] = useState("15");
  const { run, refusal, fields } = useFormAction(extendTime, {
    errors: "studies.errors",
    done: t("done", { number }),
    onDone: subject.onDone,
  });
  const means = t("means", { minutes: Math.round((timeAllowanceMs ?? 0) / 60_000) });
  return (
    <SittingForm subject={subject} refusal={refusal} means={means} title={t("title")} action={run}>
      <TextField
        name="minutes"
        inputMode="numeric"
        label={t("minutes")}
        error={wordsOf(fields.minutes)}
        value={minutes}
        onChange={(event) => setMinutes(event.target.value)}
        className="max-w-32"
      />
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("submit")}
        </SubmitButton>
      </div>
    </SittingForm>
  );
}

export function ReleasePlace(subject: SittingSubject) {
  const t = useTranslations("live.manage.release");
  const { number } = subject.sitting;
  const { run, refusal } = useFormAction(release, {
    errors: "studies.errors",
    done: t("done", { number }),
    onDone: subject.onDone,
  });
  return (
    <SittingForm subject={subject} refusal={refusal} title={t("title")} means={t("means")} action={run}>
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("submit")}
        </SubmitButton>
      </div>
    </SittingForm>
  );
}
