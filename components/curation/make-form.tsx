"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useActionState } from "react";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { filterByConfidence } from "#lib/curation/actions.ts";
import { benchmarkPath } from "#lib/paths.ts";
import { keepReviewedCases } from "#lib/review-exports/actions.ts";

/** By where the messages have their own words; the others are those of filtering. */
const actions = { "curation.make": filterByConfidence, "reviewFiles.keep": keepReviewedCases } as const;

type Props = {
  of: keyof typeof actions;
  /** What the action is told beside the name. */
  fields: Readonly<Record<string, string | number>>;
  /** How many cases will be in it. */
  count: number;
};

/** Names a benchmark of some of another's cases, and leads to it. */
export function MakeForm({ of, fields, count }: Props) {
  const own = useTranslations(of);
  const t = useTranslations("curation.make");
  const router = useRouter();
  const notify = useToast();
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const made = await actions[of](previous, form);
    if (!made.ok) {
      if (made.error === "changed") router.refresh();
      return made;
    }
    const { benchmark, cases } = made.value;
    notify({ title: t("done", { name: String(form.get("name")).trim(), count: cases }) });
    router.push(benchmarkPath(benchmark));
    return made;
  }, null);
  const refused = state && !state.ok ? state : null;
  const wrongName = refused?.error === "invalid" ? refused.fields?.["name"] : undefined;
  const isOfName = refused?.error === "name_taken" || wrongName !== undefined;
  const key = `errors.${wrongName ?? refused?.error}` as "errors.not_found";
  const words = refused && (own.has(key) ? own(key) : t.has(key) ? t(key) : t("errors.unknown"));
  return (
    <ScriptForm action={action} onReset={keepFilledIn} className="grid max-w-2xl min-w-0 gap-4">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextField name="name" label={t("name")} error={isOfName && words} autoComplete="off" />
      <FormMessage>{!isOfName && words}</FormMessage>
      <div>
        <SubmitButton busyLabel={t("busy")}>{own("submit", { count })}</SubmitButton>
      </div>
    </ScriptForm>
  );
}
