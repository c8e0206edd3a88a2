"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { AskAgain } from "#components/second-factor/ask-again.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { PlainAction } from "#components/studies/action-dialogs.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyableLink } from "#components/ui/copy/copyable-link.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import {
  addReviewMember,
  changeReviewParts,
  makeReviewMember,
  removeReviewMember,
} from "#lib/reviews/actions.ts";
import { reviewParts, type ReviewPart } from "#lib/reviews/plan/schema.ts";
import { simulateReviewPeople } from "#lib/simulation/review/actions.ts";

const wording = { errors: "reviews.errors", fieldErrors: "reviews.fieldErrors" } as const;

type BoxesProps = {
  /** Which there are to choose from: a lead is staff. */
  offered?: readonly ReviewPart[];
  chosen?: readonly ReviewPart[];
  error?: string | undefined;
};

/** What somebody does in the review: one or several parts. */
function PartBoxes({ offered = reviewParts, chosen = [], error }: BoxesProps) {
  const t = useTranslations("reviews.people");
  const [parts, choose] = useState(chosen);
  return (
    <fieldset className="grid">
      <legend className="font-medium">{t("parts.label")}</legend>
      {error && <FieldError id="parts">{error}</FieldError>}
      <input type="hidden" name="parts" value={parts.join(",")} />
      {offered.map((part) => (
        <CheckboxField
          key={part}
          label={t(`parts.${part}.name`)}
          hint={t(`parts.${part}.means`)}
          checked={parts.includes(part)}
          onChange={(event) =>
            choose(event.target.checked ? [...parts, part] : parts.filter((one) => one !== part))
          }
        />
      ))}
    </fieldset>
  );
}

/** Somebody who can sign in already, by the name they do it with. */
export function AddExisting({ slug }: { slug: string }) {
  const [round, next] = useState(0);
  return <ExistingForm key={round} slug={slug} onDone={() => next(round + 1)} />;
}

function ExistingForm({ slug, onDone }: { slug: string; onDone: () => void }) {
  const t = useTranslations("reviews.people.existing");
  const [handle, setHandle] = useState("");
  const { run, refusal, errorOf } = useFormAction(addReviewMember, {
    ...wording,
    done: t("done", { handle }),
    onDone,
  });
  return (
    <ScriptForm action={run} className="grid max-w-md content-start gap-4">
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="slug" value={slug} />
      <TextField
        name="handle"
        label={t("handle")}
        hint={t("handleHint")}
        value={handle}
        onChange={(event) => setHandle(event.target.value)}
        error={errorOf("handle")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PartBoxes error={errorOf("parts")} />
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("submit")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}

/** Somebody who has no account: they get one, and a link that is shown once. */
export function AddNew({ slug }: { slug: string }) {
  const t = useTranslations();
  // A new key for every opening: yesterday's link must not greet the next person.
  const [opening, setOpening] = useState(0);
  return (
    <Dialog
      title={t("reviews.people.new.title")}
      description={t("reviews.people.new.about")}
      closeLabel={t("shell.close")}
      trigger={<Button>{t("reviews.people.new.open")}</Button>}
      onOpenChange={(open) => open && setOpening(opening + 1)}
    >
      <NewForm key={opening} slug={slug} />
    </Dialog>
  );
}

function NewForm({ slug }: { slug: string }) {
  const t = useTranslations("reviews.people.new");
  const shell = useTranslations("shell");
  const { run, state, refusal, errorOf } = useFormAction(makeReviewMember, wording);
  if (state?.ok)
    return (
      <>
        <p role="status">{t("done", { name: state.value.name })}</p>
        <CopyableLink
          label={t("link", { name: state.value.name })}
          value={state.value.url}
          words={{ copy: shell("copy"), copied: shell("copied"), selected: shell("selected") }}
        />
        <p className="text-sm text-ink-muted">{t("once")}</p>
        <DialogActions>
          <DialogClose>{shell("close")}</DialogClose>
        </DialogActions>
      </>
    );
  return (
    <form action={run} onReset={keepFilledIn} className="grid gap-4">
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="slug" value={slug} />
      <TextField
        name="name"
        label={t("name")}
        hint={t("nameHint")}
        error={errorOf("name")}
        autoComplete="off"
      />
      <PartBoxes
        offered={["annotator", "reviewer", "auditor"]}
        chosen={["annotator"]}
        error={errorOf("parts")}
      />
      <AskAgain state={state} />
      <DialogActions>
        <DialogClose>{shell("cancel")}</DialogClose>
        <SubmitButton busyLabel={t("busy")}>{t("submit")}</SubmitButton>
      </DialogActions>
    </form>
  );
}

type ChangeProps = {
  slug: string;
  member: { userId: string; name: string; parts: readonly ReviewPart[]; mayLead: boolean };
};

export function ChangeParts({ slug, member: { userId, name, parts, mayLead } }: ChangeProps) {
  const t = useTranslations("reviews.people.change");
  return (
    <PlainAction
      action={changeReviewParts}
      fields={{ slug, userId }}
      words={{
        open: t("open"),
        openOf: t("openOf", { name }),
        title: t("title", { name }),
        submit: t("submit"),
        busy: t("busy"),
        done: t("done", { name }),
      }}
      means={t("means")}
      {...wording}
      look={{ size: "small", variant: "quiet" }}
    >
      {(errorOf) => (
        <PartBoxes
          offered={reviewParts.filter((part) => mayLead || part !== "lead")}
          chosen={parts}
          error={errorOf("parts")}
        />
      )}
    </PlainAction>
  );
}

export function RemoveReviewMember({ slug, userId, name }: { slug: string; userId: string; name: string }) {
  const t = useTranslations("reviews.people.remove");
  return (
    <PlainAction
      action={removeReviewMember}
      fields={{ slug, userId }}
      words={{
        open: t("open"),
        openOf: t("openOf", { name }),
        title: t("openOf", { name }),
        submit: t("submit", { name }),
        busy: t("busy"),
        done: t("done", { name }),
      }}
      means={t("means", { name })}
      errors="reviews.errors"
      look={{ size: "small", variant: "quiet" }}
    />
  );
}

const simulated = {
  annotators: "98, 94, 88",
  reviewers: "99, 99",
  auditors: "1",
  acceptable: "75",
  seed: "1",
} as const;
const simulatedNames = ["annotators", "reviewers", "auditors", "acceptable", "seed"] as const;

/** Made-up people of known accuracy, to try a review out. */
export function SimulatePeople({ slug }: { slug: string }) {
  const t = useTranslations("reviews.people.simulate");
  return (
    <PlainAction
      action={simulateReviewPeople}
      fields={{ slug }}
      words={{
        open: t("open"),
        title: t("title"),
        submit: t("submit"),
        busy: t("busy"),
        done: (made) => t("done", made),
      }}
      means={t("about")}
      {...wording}
    >
      {(errorOf) => (
        <div className="grid gap-4 sm:grid-cols-2">
          {simulatedNames.map((name) => (
            <TextField
              key={name}
              name={name}
              label={t(`${name}.label`)}
              hint={t(`${name}.hint`)}
              defaultValue={simulated[name]}
              error={errorOf(name)}
              autoComplete="off"
            />
          ))}
        </div>
      )}
    </PlainAction>
  );
}
