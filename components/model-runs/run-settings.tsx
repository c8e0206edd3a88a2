"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type ComponentProps, useActionState, useId, useState } from "react";
import { runsPath } from "#lib/paths.ts";
import { useFieldError, useRefusal } from "#components/benchmarks/use-refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { editRun, removeRun } from "#lib/model-runs/actions.ts";
import { parityFields, runAuthors, type RunParity, type RunRow } from "#lib/model-runs/schema.ts";

type EditableRun = Omit<RunRow["run"], "isDemo" | "isFake" | "filteredBy">;
type FilteredBy = RunRow["run"]["filteredBy"];
type EditProps = { run: EditableRun; filteredBy: FilteredBy; methods: readonly string[] };

export function EditRun({ run, filteredBy, methods }: EditProps) {
  const t = useTranslations("runs");
  const id = useId();
  const notify = useToast();
  const refusalOf = useRefusal();
  const errorOf = useFieldError();
  const { id: runId, isFilter: _isFilter, isPeople: _isPeople, hasReasoning: _hasReasoning, ...before } = run;
  const [fields, setFields] = useState({
    ...before,
    ranAt: before.ranAt ?? "",
    replicate: before.replicate === null ? "" : String(before.replicate),
  });
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const edited = await editRun(previous, form);
    if (edited.ok) notify({ title: t("edit.saved") });
    return edited;
  }, null);
  const wired = (name: keyof typeof fields) => ({
    name,
    value: fields[name],
    error: errorOf(state, name),
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
    autoComplete: "off",
  });
  const isField = state && !state.ok && state.fields;
  return (
    <ScriptForm action={action} className="grid max-w-2xl gap-4">
      <FormMessage>{!isField && refusalOf(state)}</FormMessage>
      <input type="hidden" name="runId" value={runId} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t("edit.model")} {...wired("model")} />
        <TextField label={t("edit.method")} list={id} {...wired("method")} />
        <TextField label={t("edit.version")} {...wired("version")} />
        <TextField label={t("edit.ranAt")} type="date" {...wired("ranAt")} />
      </div>
      <datalist id={id}>
        {methods.map((method) => (
          <option key={method} value={method} />
        ))}
      </datalist>
      <TextField
        label={t("edit.replicate")}
        hint={t("edit.replicateHint")}
        inputMode="numeric"
        {...wired("replicate")}
      />
      <TextField label={t("edit.base")} hint={t("edit.baseHint")} {...wired("base")} />
      <TextAreaField label={t("edit.notes")} {...wired("notes")} />
      <Marks run={run} filteredBy={filteredBy} />
      <ParityFields wired={wired} />
      <div>
        <SubmitButton variant="secondary" busyLabel={t("edit.busy")}>
          {t("edit.submit")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}

type MarksProps = {
  run: Pick<EditableRun, "isFilter" | "isPeople" | "hasReasoning">;
  filteredBy: FilteredBy;
};

/** What no file says of a run. That its model filtered stands in the lineage, where it does, and can't be taken back. */
function Marks({ run, filteredBy }: MarksProps) {
  const t = useTranslations("runs.edit");
  const [isFilter, setFilter] = useState(run.isFilter);
  const [hasReasoning, setReasoning] = useState(run.hasReasoning);
  return (
    <>
      <SelectField
        name="answeredBy"
        label={t("answeredBy.label")}
        hint={t("answeredBy.hint")}
        defaultValue={run.isPeople ? "people" : "model"}
      >
        {runAuthors.map((author) => (
          <option key={author} value={author}>
            {t(`answeredBy.${author}`)}
          </option>
        ))}
      </SelectField>
      <CheckboxField
        name="hasReasoning"
        label={t("hasReasoning")}
        checked={hasReasoning}
        onChange={(event) => setReasoning(event.target.checked)}
      />
      <CheckboxField
        name="isFilter"
        label={t("isFilter")}
        hint={t(filteredBy ? `filteredByHint.${filteredBy}` : "isFilterHint")}
        checked={filteredBy !== null || isFilter}
        disabled={filteredBy !== null}
        onChange={(event) => setFilter(event.target.checked)}
      />
    </>
  );
}

type FieldProps = Pick<ComponentProps<typeof TextAreaField>, "name" | "value" | "error" | "onChange">;

/** What the model had before it. */
function ParityFields({ wired }: { wired: (name: keyof RunParity) => FieldProps }) {
  const t = useTranslations("runs.parity");
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-semibold">{t("title")}</legend>
      <p className="text-ink-muted">{t("about")}</p>
      {parityFields.map((name) => (
        <TextAreaField
          key={name}
          label={t(`${name}.label`)}
          hint={t(`${name}.hint`)}
          rows={2}
          {...wired(name)}
        />
      ))}
    </fieldset>
  );
}

export function RemoveRun({ slug, run }: { slug: string; run: Pick<EditableRun, "id" | "model"> }) {
  const t = useTranslations();
  const router = useRouter();
  const refusalOf = useRefusal();
  const [open, setOpen] = useState(false);
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const removed = await removeRun(previous, form);
    if (removed.ok) router.push(runsPath(slug));
    return removed;
  }, null);
  return (
    <div className="grid gap-3">
      <p className="measure text-ink-muted">{t("runs.remove.about")}</p>
      <div>
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          trigger={<Button variant="danger">{t("runs.remove.open")}</Button>}
          name={run.model}
          action={action}
          description={t("runs.remove.about")}
          words={{
            title: t("runs.remove.title", { model: run.model }),
            typeName: t("runs.remove.typeName", { model: run.model }),
            confirm: t("runs.remove.submit"),
            busy: t("runs.remove.busy"),
            cancel: t("shell.cancel"),
            close: t("shell.close"),
          }}
        >
          <FormMessage>{refusalOf(state)}</FormMessage>
          <input type="hidden" name="runId" value={run.id} />
        </ConfirmDialog>
      </div>
    </div>
  );
}
