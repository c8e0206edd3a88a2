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
import type { FilterAddress } from "#lib/curation/confidence/schema.ts";
import { benchmarkPath } from "#lib/paths.ts";

/** Leads to the new benchmark. */
export function MakeForm({ slug, asked, kept }: { slug: string; asked: FilterAddress; kept: number }) {
  const t = useTranslations("curation.make");
  const router = useRouter();
  const notify = useToast();
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const made = await filterByConfidence(previous, form);
    if (!made.ok) {
      if (made.error === "changed") router.refresh();
      return made;
    }
    const { benchmark, cases } = made.value;
    notify({ title: t("done", { name: String(form.get("name")).trim(), count: cases }) });
    router.push(benchmarkPath(benchmark));
    return made;
  }, null);
  const said = useRefusal(state);
  const { run, threshold, exactly, rule } = asked;
  const fields = { slug, run: run.join(","), threshold, exactly, rule, kept };
  return (
    <ScriptForm action={action} onReset={keepFilledIn} className="grid max-w-2xl min-w-0 gap-4">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextField name="name" label={t("name")} error={said.name} autoComplete="off" />
      <FormMessage>{said.form}</FormMessage>
      <div>
        <SubmitButton busyLabel={t("busy")}>{t("submit", { count: kept })}</SubmitButton>
      </div>
    </ScriptForm>
  );
}

/** What was refused, in words, beside the name where it is about the name. */
function useRefusal(state: ActionState): { name?: string; form?: string } {
  const t = useTranslations("curation.make.errors");
  if (!state || state.ok) return {};
  const { error, fields = {} } = state;
  const words = (code: string) => t(t.has(code as never) ? (code as never) : "unknown");
  if (error === "name_taken") return { name: t("name_taken") };
  if (error === "invalid" && fields["name"]) return { name: words(fields["name"]) };
  return { form: words(error) };
}
