"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition, useId } from "react";
import { useRefusal } from "#components/benchmarks/use-refusal.ts";
import { CheckBar, ComingFiles, LeftFiles } from "#components/imports/coming-files.tsx";
import { DropZone } from "#components/imports/drop-zone.tsx";
import { FileName, RowButton, rowControlClass, RowInput } from "#components/imports/file-row.tsx";
import { bytesInWords, isReady, type ReadyItem } from "#components/imports/file-groups.ts";
import type { UploadedFile } from "#lib/uploads/schema.ts";
import { discardUpload, useFiles } from "#components/imports/use-files.ts";
import { Button } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { modelOfName } from "#lib/curation/pool/vectors/schema.ts";
import { requestCaseImport, countVectors } from "#lib/imports/actions.ts";
import { jobPath, uploadsAddress, endpointsPath } from "#lib/paths.ts";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { Link } from "#components/ui/link.tsx";
import { amongWhom, oddities, ways } from "#lib/benchmarks/lineage/pool-schema.ts";

type Props = {
  slug: string;
  uploads: readonly UploadedFile[];
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

type PoolRequest = {
  files: readonly { item: { upload: UploadedFile | null }; vectorsOf: string | null }[];
  settings: Settings;
};

function useCheck(slug: string, { files, settings }: PoolRequest) {
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

/** `vectorsOf` is the embedding model; null where a file is part of the pool. */
type PoolItem = { item: ReadyItem; vectorsOf: string | null };
type PoolFilesProps = {
  files: readonly PoolItem[];
  showErrors: boolean;
  onModel: (key: string, model: string | null) => void;
  onRemove: (item: ReadyItem) => void;
};

/** What each file holds was guessed by its name, and is for somebody to correct. */
function PoolFiles({ files, ...shared }: PoolFilesProps) {
  const t = useTranslations("pools.files");
  return (
    <ul role="list" aria-label={t("label")} className="min-w-0 rounded-lg border border-line bg-raised">
      {files.map((file) => (
        <FileRow key={file.item.key} {...file} {...shared} />
      ))}
    </ul>
  );
}

function FileRow({
  item,
  vectorsOf,
  showErrors,
  onModel,
  onRemove,
}: PoolItem & Omit<PoolFilesProps, "files">) {
  const t = useTranslations("pools.files");
  const id = useId();
  const { key, name } = item;
  const errorId = showErrors && vectorsOf?.trim() === "" ? id : null;
  return (
    <li className="border-t border-line first:border-t-0">
      <div
        role="group"
        aria-label={t("group", { name })}
        className="grid min-h-10 items-center gap-x-3 gap-y-1 px-3 py-1 sm:grid-cols-[minmax(0,1fr)_14rem_14rem_2.5rem]"
      >
        <FileName item={item} />
        <select
          aria-label={t("holds")}
          className={rowControlClass}
          value={vectorsOf === null ? "pool" : "vectors"}
          onChange={({ target }) => onModel(key, target.value === "vectors" ? "" : null)}
        >
          <option value="pool">{t("pool")}</option>
          <option value="vectors">{t("vectors")}</option>
        </select>
        {vectorsOf === null ? (
          <span className="max-sm:hidden" />
        ) : (
          <RowInput
            label={t("model")}
            placeholder={t("model")}
            value={vectorsOf}
            onText={(model) => onModel(key, model)}
            maxLength={200}
            errorId={errorId}
          />
        )}
        <RowButton sign="cross" label={t("remove", { name })} onClick={() => onRemove(item)} />
        {errorId && (
          <p id={errorId} className="col-span-full text-sm font-medium text-danger">
            {t("modelMissing")}
          </p>
        )}
      </div>
    </li>
  );
}

const texts = ["track", "language", "fewestTokens", "before", "distractors", "seed"] as const;
/** As they are typed. */
type Settings = Record<(typeof texts)[number] | "way" | "among" | (typeof oddities)[number], string>;

type PoolSettingsProps = {
  settings: Settings;
  showErrors: boolean;
  onChange: (part: Partial<Settings>) => void;
};

/** How cases are made: once for all files. */
function PoolSettings({ settings, showErrors, onChange }: PoolSettingsProps) {
  const t = useTranslations("pools.settings");
  const wired = <Name extends keyof Settings>(name: Name) => ({
    value: settings[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  const number = (name: keyof Settings, most: number, least = 0) => ({
    ...wired(name),
    type: "number",
    min: least,
    max: most,
    autoComplete: "off",
  });
  const options = <Value extends string>(values: readonly Value[], label: (value: Value) => string) =>
    values.map((value) => (
      <option key={value} value={value}>
        {label(value)}
      </option>
    ));
  const isDrawn = settings.way !== "work";
  return (
    <div className="grid gap-6">
      <fieldset className="grid items-end gap-4 sm:grid-cols-2">
        <legend className="mb-3 text-lg font-semibold">{t("cases")}</legend>
        <TextField
          label={t("track")}
          error={showErrors && settings.track.trim() === "" && t("trackMissing")}
          {...wired("track")}
          maxLength={60}
          autoComplete="off"
        />
        <TextField label={t("language")} hint={t("languageHint")} {...wired("language")} maxLength={20} />
        <TextField label={t("fewestTokens")} hint={t("fewestTokensHint")} {...number("fewestTokens", 1000)} />
        <TextField label={t("before")} hint={t("beforeHint")} {...number("before", 20)} />
      </fieldset>
      <fieldset className="grid items-end gap-4 sm:grid-cols-2">
        <legend className="mb-3 text-lg font-semibold">{t("distractors")}</legend>
        <SelectField label={t("way")} hint={t(`wayHints.${settings.way as "each"}`)} {...wired("way")}>
          {options(ways, (way) => t(`ways.${way}`))}
        </SelectField>
        {isDrawn && (
          <>
            <SelectField label={t("among")} {...wired("among")}>
              {options(amongWhom, (whom) => t(`amongWhom.${whom}`))}
            </SelectField>
            <TextField label={t("count")} {...number("distractors", 9, 1)} />
          </>
        )}
        <TextField label={t("seed")} hint={t("seedHint")} {...number("seed", 2_147_483_647, 1)} />
        {isDrawn &&
          oddities.map((oddity) => (
            <SelectField key={oddity} label={t(oddity)} hint={t(`${oddity}_hint`)} {...wired(oddity)}>
              {options(["replace", "keep"] as const, (handling) => t(handling))}
            </SelectField>
          ))}
      </fieldset>
    </div>
  );
}

export type EmbeddingEndpoint = {
  id: number;
  name: string;
  host: string;
  isFake: boolean;
  isKeyReadable: boolean;
};
type VectorsProps = {
  slug: string;
  endpoints: readonly EmbeddingEndpoint[];
  /** The uploads that are the pool. */
  poolFiles: readonly string[];
};

/** Where vectors that nobody has yet come from. What that takes is told on a page of its own before anything is sent. */
function CountVectors({ endpoints, ...asked }: VectorsProps) {
  const t = useTranslations("pools.vectors");
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-lg font-semibold">{t("title")}</legend>
      <p className="measure text-ink-muted">{t("about")}</p>
      {endpoints.length > 0 ? (
        <VectorsFields endpoints={endpoints} {...asked} />
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

function VectorsFields({ slug, endpoints, poolFiles }: VectorsProps) {
  const t = useTranslations("pools.vectors");
  const [endpointId, setEndpoint] = useState(String(endpoints[0]?.id ?? ""));
  const [model, setModel] = useState("");
  const router = useRouter();
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<ActionState>(null);
  const refusalOf = useRefusal();
  const [pending, startTransition] = useTransition();
  function ask(): void {
    if (pending) return;
    setTried(true);
    setRefused(null);
    if (model.trim() === "") return;
    startTransition(async () => {
      const form = new FormData();
      form.set("slug", slug);
      form.set("files", JSON.stringify(poolFiles.map((uploadId) => ({ uploadId }))));
      form.set("endpointId", endpointId);
      form.set("model", model);
      const asked = await countVectors(null, form);
      if (!asked.ok) return setRefused(asked);
      router.push(jobPath(slug, asked.value.jobId));
    });
  }
  const own = `errors.${refused?.ok === false ? refused.error : ""}` as "errors.invalid";
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
          error={isTried && model.trim() === "" && t("modelMissing")}
          value={model}
          onChange={({ target }) => setModel(target.value)}
          // By itself Enter would check the files around it.
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            ask();
          }}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <FormMessage tone="warning">{chosen?.isKeyReadable === false && t("keyUnreadable")}</FormMessage>
      <FormMessage>{t.has(own) ? t(own) : refusalOf(refused)}</FormMessage>
      <p>
        <Button onClick={ask} busy={pending}>
          {t(pending ? "counting" : "count")}
        </Button>
      </p>
    </>
  );
}
