"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { Button } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { Link } from "#components/ui/link.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { countVectors } from "#lib/imports/actions.ts";
import { endpointsPath, jobPath } from "#lib/paths.ts";

export type EmbeddingEndpoint = {
  id: number;
  name: string;
  host: string;
  isFake: boolean;
  isKeyReadable: boolean;
};
type Props = {
  slug: string;
  endpoints: readonly EmbeddingEndpoint[];
  /** The uploads that are the pool. */
  poolFiles: readonly string[];
};

/** Where vectors that nobody has yet come from. What that takes is told on a page of its own before anything is sent. */
export function CountVectors({ endpoints, ...asked }: Props) {
  const t = useTranslations("pools.vectors");
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-lg font-semibold">{t("title")}</legend>
      <p className="measure text-ink-muted">{t("about")}</p>
      {endpoints.length > 0 ? (
        <Fields endpoints={endpoints} {...asked} />
      ) : (
        <p className="measure">
          {t.rich("noEndpoints", {
            link: (words) => (
              <Link href={endpointsPath} className="text-accent underline">
                {words}
              </Link>
            ),
          })}
        </p>
      )}
    </fieldset>
  );
}

function Fields({ slug, endpoints, poolFiles }: Props) {
  const t = useTranslations("pools.vectors");
  const [endpointId, setEndpoint] = useState(String(endpoints[0]?.id ?? ""));
  const [model, setModel] = useState("");
  const asking = useAsking(slug, { endpointId, model, poolFiles });
  const chosen = endpoints.find(({ id }) => String(id) === endpointId);
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={t("endpoint")}
          value={endpointId}
          onChange={({ target }) => setEndpoint(target.value)}
        >
          {endpoints.map(({ id, name, host, isFake }) => (
            <option key={id} value={id}>
              {t(isFake ? "fakeOption" : "option", { name, host })}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t("model")}
          hint={t("modelHint")}
          error={asking.isTried && model.trim() === "" && t("modelMissing")}
          value={model}
          onChange={({ target }) => setModel(target.value)}
          // By itself Enter would check the files around it.
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            asking.ask();
          }}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <FormMessage tone="warning">{chosen?.isKeyReadable === false && t("keyUnreadable")}</FormMessage>
      <FormMessage>{asking.problem}</FormMessage>
      <p>
        <Button onClick={asking.ask} busy={asking.pending}>
          {t(asking.pending ? "counting" : "count")}
        </Button>
      </p>
    </>
  );
}

type VectorCountRequest = { endpointId: string; model: string; poolFiles: readonly string[] };

function useAsking(slug: string, { endpointId, model, poolFiles }: VectorCountRequest) {
  const t = useTranslations("pools.vectors.errors");
  const router = useRouter();
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<ActionState>(null);
  const [pending, startTransition] = useTransition();

  async function count(): Promise<void> {
    const form = new FormData();
    form.set("slug", slug);
    form.set("files", JSON.stringify(poolFiles.map((uploadId) => ({ uploadId }))));
    form.set("endpointId", endpointId);
    form.set("model", model);
    const asked = await countVectors(null, form);
    if (!asked.ok) return setRefused(asked);
    router.push(jobPath(slug, asked.value.jobId));
  }

  function ask(): void {
    if (pending) return;
    setTried(true);
    setRefused(null);
    if (model.trim() !== "") startTransition(count);
  }

  const code = refused && !refused.ok ? refused.error : null;
  const problem = code === null ? null : t(t.has(code as never) ? (code as "unknown") : "unknown");
  return { ask, isTried, pending, problem };
}
