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
import { benchmarkPath } from "#lib/paths.ts";
import { keepReviewedCases } from "#lib/review-exports/actions.ts";

/** Leads to the new benchmark. */
export function KeepForm({ slug, accepted }: { slug: string; accepted: number }) {
  const t = useTranslations("reviewFiles.keep");
  const router = useRouter();
  const notify = useToast();
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const kept = await keepReviewedCases(previous, form);
    if (!kept.ok) return kept;
    const { benchmark, cases } = kept.value;
    notify({ title: t("done", { name: String(form.get("name")).trim(), count: cases }) });
    router.push(benchmarkPath(benchmark));
    return kept;
  }, null);
  const said = useRefusal(state);
  return (
    <ScriptForm action={action} onReset={keepFilledIn} className="grid max-w-2xl min-w-0 gap-4">
      <input type="hidden" name="slug" value={slug} />
      <TextField name="name" label={t("name")} error={said.name} autoComplete="off" />
      <FormMessage>{said.form}</FormMessage>
      <div>
        <SubmitButton busyLabel={t("busy")}>{t("submit", { count: accepted })}</SubmitButton>
      </div>
    </ScriptForm>
  );
}

/** What was refused, in words, beside the name where it is about the name. */
function useRefusal(state: ActionState) {
  const t = useTranslations("reviewFiles.keep.errors");
  if (!state || state.ok) return {};
  const { error, fields = {} } = state;
  const words = (code: string) => t(t.has(code as never) ? (code as never) : "unknown");
  if (error === "name_taken") return { name: t("name_taken") };
  if (error === "invalid") return { name: words(fields["name"] ?? "unknown") };
  return { form: words(error) };
}
