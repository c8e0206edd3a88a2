"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type ReactNode, useActionState, useState } from "react";
import { benchmarksPath } from "#lib/paths.ts";
import { DescriptionFields } from "#components/benchmarks/new-benchmark.tsx";
import { useRefusal } from "#components/benchmarks/use-refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Section } from "#components/ui/page-header.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { editBenchmark } from "#lib/benchmarks/actions.ts";
import { clusterUnits, type ClusterUnit } from "#lib/benchmarks/schema.ts";
import { removeBenchmark } from "#lib/imports/actions.ts";

type Subject = {
  slug: string;
  name: string;
  description: string;
  clusterUnit: ClusterUnit | null;
  cases: number;
  runs: number;
};

/** What can be changed of a benchmark, the dangerous last. */
export function Settings({ benchmark, children }: { benchmark: Subject; children: ReactNode }) {
  const t = useTranslations("benchmarks");
  return (
    <>
      <Section id="description" title={t("settings.description")}>
        <EditBenchmark benchmark={benchmark} />
      </Section>
      {children}
      <Section id="remove" title={t("remove.heading")} className="grid gap-4 border-t border-line pt-8">
        <RemoveBenchmark benchmark={benchmark} />
      </Section>
    </>
  );
}

function EditBenchmark({ benchmark }: { benchmark: Subject }) {
  const t = useTranslations("benchmarks");
  const notify = useToast();
  const refusalOf = useRefusal();
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const edited = await editBenchmark(previous, form);
    if (edited.ok) notify({ title: t("settings.saved") });
    return edited;
  }, null);
  const isField = state && !state.ok && state.fields;
  return (
    <ScriptForm action={action} className="grid max-w-2xl gap-4">
      <FormMessage>{!isField && refusalOf(state)}</FormMessage>
      <input type="hidden" name="slug" value={benchmark.slug} />
      <DescriptionFields state={state} name={benchmark.name} description={benchmark.description} />
      <SelectField
        name="clusterUnit"
        label={t("clusterUnit.label")}
        hint={t("clusterUnit.hint")}
        defaultValue={benchmark.clusterUnit ?? ""}
      >
        <option value="">{t("clusterUnit.none")}</option>
        {clusterUnits.map((unit) => (
          <option key={unit} value={unit}>
            {t(`clusterUnit.units.${unit}`)}
          </option>
        ))}
      </SelectField>
      <div>
        <SubmitButton variant="secondary" busyLabel={t("settings.busy")}>
          {t("settings.submit")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}

function RemoveBenchmark({ benchmark }: { benchmark: Subject }) {
  const t = useTranslations();
  const router = useRouter();
  const refusalOf = useRefusal();
  const [open, setOpen] = useState(false);
  const { slug, name, cases, runs } = benchmark;
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const removed = await removeBenchmark(previous, form);
    if (removed.ok) router.push(benchmarksPath);
    return removed;
  }, null);
  return (
    <div className="grid gap-3">
      <p className="measure text-ink-muted">{t("benchmarks.remove.about", { cases, runs })}</p>
      <div>
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          trigger={<Button variant="danger">{t("benchmarks.remove.open")}</Button>}
          name={name}
          action={action}
          description={t("benchmarks.remove.about", { cases, runs })}
          words={{
            title: t("benchmarks.remove.title", { name }),
            typeName: t("benchmarks.remove.typeName", { name }),
            confirm: t("benchmarks.remove.submit"),
            busy: t("benchmarks.remove.busy"),
            cancel: t("shell.cancel"),
            close: t("shell.close"),
          }}
        >
          <FormMessage>{refusalOf(state)}</FormMessage>
          <input type="hidden" name="slug" value={slug} />
        </ConfirmDialog>
      </div>
    </div>
  );
}
