"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useActionState } from "react";
import { benchmarkPath } from "#lib/paths.ts";
import { DescriptionFields } from "#components/benchmarks/description-fields.tsx";
import { useRefusal } from "#components/benchmarks/use-refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { createBenchmark } from "#lib/benchmarks/actions.ts";

export function NewBenchmark({ taken }: { taken: readonly string[] }) {
  const t = useTranslations();
  return (
    <Dialog
      title={t("benchmarks.create.open")}
      description={t("benchmarks.create.description")}
      closeLabel={t("shell.close")}
      trigger={<Button variant="primary">{t("benchmarks.create.open")}</Button>}
    >
      <NewBenchmarkForm taken={taken} />
    </Dialog>
  );
}

function NewBenchmarkForm({ taken }: { taken: readonly string[] }) {
  const t = useTranslations();
  const router = useRouter();
  const refusalOf = useRefusal();
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const made = await createBenchmark(previous, form);
    if (made.ok) router.push(benchmarkPath(made.value.slug));
    return made;
  }, null);
  const isField = state && !state.ok && state.fields;
  return (
    <form action={action} className="grid gap-4">
      <FormMessage>{!isField && refusalOf(state)}</FormMessage>
      <DescriptionFields state={state} taken={taken} />
      <DialogActions>
        <DialogClose>{t("shell.cancel")}</DialogClose>
        <SubmitButton busyLabel={t("benchmarks.create.busy")}>{t("benchmarks.create.submit")}</SubmitButton>
      </DialogActions>
    </form>
  );
}
