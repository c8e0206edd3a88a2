"use client";

import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { useFieldError, useRefusal } from "#components/benchmarks/use-refusal.ts";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { Section } from "#components/ui/page-header.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { declareCategories } from "#lib/benchmarks/actions.ts";
import { categoryKinds, listCategories, type CategoryDeclaration } from "#lib/benchmarks/schema.ts";

type Track = CategoryDeclaration & {
  name: string;
  /** What its cases look like, where nobody has declared it. */
  guess: CategoryDeclaration | null;
};

/** Whether the options of each track are its cases' own, or categories that they share. */
export function TrackCategories({ slug, tracks }: { slug: string; tracks: readonly Track[] }) {
  const t = useTranslations("benchmarks.categories");
  return (
    <Section id="categories" title={t("title")} className="grid gap-3">
      <p className="measure text-sm text-ink-muted">{t("about")}</p>
      <ul role="list" className="grid gap-3">
        {tracks.map((track) => (
          <li key={track.name} className="grid gap-2">
            {track.guess && <Guess slug={slug} track={track.name} guess={track.guess} />}
            <details>
              <summary className="target flex w-fit items-center text-accent underline">
                <span>{t.rich("of", { track: track.name, name: (chunks) => <bdi>{chunks}</bdi> })}</span>
              </summary>
              <Declaration key={JSON.stringify(track)} slug={slug} track={track} />
            </details>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function useDeclaration() {
  const t = useTranslations("benchmarks.categories");
  const notify = useToast();
  return useActionState<ActionState, FormData>(async (previous, form) => {
    const declared = await declareCategories(previous, form);
    if (declared.ok) notify({ title: t("saved") });
    return declared;
  }, null);
}

/** What can be declared in one click. */
function Guess({ slug, track, guess }: { slug: string; track: string; guess: CategoryDeclaration }) {
  const t = useTranslations("benchmarks.categories");
  const [state, action] = useDeclaration();
  const refusalOf = useRefusal();
  const { categories, categoryNames } = guess;
  return (
    <ScriptForm action={action} className="grid max-w-2xl gap-2 rounded-lg border border-line p-4">
      <FormMessage>{refusalOf(state)}</FormMessage>
      <p>{t("guess", { track, names: listCategories(guess), kind: categories })}</p>
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="track" value={track} />
      <input type="hidden" name="categories" value={categories} />
      <input type="hidden" name="names" value={categoryNames.join("\n")} />
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("accept")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}

function Declaration({ slug, track }: { slug: string; track: Track }) {
  const t = useTranslations("benchmarks.categories");
  const [state, action] = useDeclaration();
  const refusalOf = useRefusal();
  const errorOf = useFieldError();
  const [kind, setKind] = useState(track.categories);
  const [names, setNames] = useState((track.guess ?? track).categoryNames.join("\n"));
  const fields = state && !state.ok ? state.fields : undefined;
  const wrong = fields?.listed
    ? t(fields.names === "not_offered" ? "notOffered" : "notListed", { names: fields.listed })
    : errorOf(state, "names");
  return (
    <ScriptForm action={action} className="grid max-w-2xl gap-4 py-3">
      <FormMessage>{!fields && refusalOf(state)}</FormMessage>
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="track" value={track.name} />
      <SelectField
        label={t("kind")}
        name="categories"
        value={kind}
        onChange={(event) => setKind(categoryKinds.find((one) => one === event.target.value) ?? "own")}
      >
        {categoryKinds.map((one) => (
          <option key={one} value={one}>
            {t(`kinds.${one}`)}
          </option>
        ))}
      </SelectField>
      {kind !== "own" && (
        <TextAreaField
          name="names"
          label={t("names")}
          hint={t(kind === "ordered" ? "namesOrdered" : "namesShared")}
          error={wrong}
          rows={6}
          value={names}
          onChange={(event) => setNames(event.target.value)}
        />
      )}
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("submit")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}
