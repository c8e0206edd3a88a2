"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { useRefusal } from "#components/benchmarks/use-refusal.ts";
import { PoolFiles } from "#components/curation/pool/pool-files.tsx";
import { PoolSettings, type Settings } from "#components/curation/pool/pool-settings.tsx";
import { CountVectors, type EmbeddingEndpoint } from "#components/curation/pool/vectors/count-vectors.tsx";
import { CheckBar } from "#components/imports/check-bar.tsx";
import { ComingFiles } from "#components/imports/coming-files.tsx";
import { DropZone } from "#components/imports/drop-zone.tsx";
import { bytesInWords, isReady, type ReadyItem } from "#components/imports/item.ts";
import { LeftFiles } from "#components/imports/left-files.tsx";
import type { Uploaded } from "#components/imports/send-file.ts";
import { discardUpload, useFiles } from "#components/imports/use-files.ts";
import type { ActionState } from "#lib/auth/define-action.ts";
import { modelOfName } from "#lib/curation/pool/vectors/schema.ts";
import { requestCaseImport } from "#lib/imports/actions.ts";
import { jobPath, uploadsAddress } from "#lib/paths.ts";

type Props = {
  slug: string;
  uploads: readonly Uploaded[];
  limitBytes: number;
  endpoints: readonly EmbeddingEndpoint[];
  /** Drawn for this visit, to be written over by who has one. */
  seed: number;
};

/** Files that are a pool and vectors, and how cases are made of them. */
export function PoolForm({ slug, uploads, limitBytes, endpoints, seed }: Props) {
  const address = uploadsAddress(slug);
  const visit = useFiles(address, limitBytes);
  const [left, setLeft] = useState(uploads);
  const [settings, setSettings] = useState<Settings>({
    track: "",
    language: "en",
    fewestTokens: "25",
    before: "0",
    way: "each",
    among: "all",
    distractors: "3",
    same_person: "replace",
    first_speaker: "replace",
    seed: String(seed),
  });
  const { items } = visit.files;
  const ready = items.filter(isReady);
  const coming = items.filter((item) => !isReady(item));
  const [models, setModels] = useState<Readonly<Record<string, string | null>>>({});
  const files = ready.map((item) => ({ item, vectorsOf: modelOf(item, models) }));
  const poolFiles = files.flatMap(({ item, vectorsOf }) => (vectorsOf === null ? item.upload.id : []));
  const isByVectors = settings.way === "each" || settings.way === "first";
  const check = useCheck(slug, { files, settings });
  return (
    <form onSubmit={check.submit} noValidate className="grid gap-6">
      <DropZone isSlim={items.length > 0} limit={bytesInWords(limitBytes)} onFiles={visit.add} />
      <LeftFiles
        uploads={left}
        onContinue={() => {
          visit.takeUp(left);
          setLeft([]);
        }}
        onDiscard={() => {
          for (const upload of left) void discardUpload(address, upload.id);
          setLeft([]);
        }}
      />
      {coming.length > 0 && <ComingFiles items={coming} limitBytes={limitBytes} visit={visit} />}
      {files.length > 0 && (
        <PoolFiles
          files={files}
          showErrors={check.isTried}
          onModel={(key, model) => setModels({ ...models, [key]: model })}
          onRemove={(item) => void visit.remove(item)}
        />
      )}
      {poolFiles.length > 0 && isByVectors && (
        <CountVectors slug={slug} endpoints={endpoints} poolFiles={poolFiles} />
      )}
      {items.length > 0 && (
        <PoolSettings
          settings={settings}
          showErrors={check.isTried}
          onChange={(part) => setSettings({ ...settings, ...part })}
        />
      )}
      <CheckBar
        all={items.length}
        ready={ready.length}
        isMoving={items.some(({ state }) => state === "waiting" || state === "sending")}
        busy={check.pending}
        problem={check.problem}
      />
    </form>
  );
}

/** What somebody said, else what was fetched here, else what its name tells: null of a file of the pool. */
function modelOf({ key, name, upload }: ReadyItem, said: Readonly<Record<string, string | null>>) {
  if (key in said) return said[key] ?? null;
  return upload.guess.vectorsOf ?? modelOfName(name);
}

type Asked = {
  files: readonly { item: { upload: Uploaded | null }; vectorsOf: string | null }[];
  settings: Settings;
};

function useCheck(slug: string, { files, settings }: Asked) {
  const t = useTranslations("imports.form");
  const words = useTranslations("pools.form");
  const router = useRouter();
  const refusalOf = useRefusal();
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<ActionState>(null);
  const [pending, startTransition] = useTransition();
  const isIncomplete =
    settings.track.trim() === "" || files.some(({ vectorsOf }) => vectorsOf?.trim() === "");

  async function check(): Promise<void> {
    const { same_person, first_speaker, ...rest } = settings;
    const form = new FormData();
    form.set("slug", slug);
    form.set("mode", "check");
    form.set("skipBad", "false");
    const described = files.map(({ item, vectorsOf }) => ({
      uploadId: item.upload?.id,
      track: null,
      language: null,
      vectorsOf,
    }));
    form.set("files", JSON.stringify(described));
    form.set("pool", JSON.stringify({ ...rest, odd: { same_person, first_speaker } }));
    const asked = await requestCaseImport(null, form);
    if (!asked.ok) return setRefused(asked);
    router.push(jobPath(slug, asked.value.jobId));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (pending || files.length === 0) return;
    setTried(true);
    setRefused(null);
    if (!isIncomplete) startTransition(check);
  }

  const missing = isTried && isIncomplete ? t("incomplete") : null;
  const isMalformed = refused !== null && !refused.ok && refused.error === "invalid";
  return {
    submit,
    isTried,
    pending,
    problem: missing ?? (isMalformed ? words("invalid") : refusalOf(refused)),
  };
}
