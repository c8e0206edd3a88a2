type Json = Readonly<Record<string, unknown>>;

/**
 * From one version to the next, as plain JSON: what was renamed or moved. A step knows its two versions and nothing
 * of later ones, so it never changes again.
 */
export type VersionStep = {
  plan?: (plan: Json) => Json;
  /** One language's texts, as they are frozen in the manifest and beside it. */
  words?: (words: Json) => Json;
  /** What else a manifest holds. */
  manifest?: (manifest: Json) => Json;
};

/**
 * The first leads from version 1 to 2. A field that may be left out needs no step: where it is absent, the study
 * doesn't do what it is about.
 */
const versionSteps: readonly VersionStep[] = [];

/** The version that is written today. One is not said: whatever was written before there were versions is of it. */
export const planVersion = versionSteps.length + 1;
const format = "benchside-study/";
export const manifestFormat = `${format}${planVersion}` as const;

/** Of a stored draft or a study.json. A version that isn't known stays in it, and is refused as a field that is strange. */
export const upgradePlan = (stored: unknown, steps = versionSteps): unknown => upgrade("plan", stored, steps);

/** Of one language's texts of an opened study. */
export const upgradeWords = (stored: unknown, steps = versionSteps): unknown =>
  upgrade("words", stored, steps);

function upgrade(what: keyof VersionStep, stored: unknown, steps: readonly VersionStep[]): unknown {
  if (!isObject(stored)) return stored;
  const { version = 1, ...content } = stored;
  return isKnown(version, steps) ? climb(what, content, version, steps) : stored;
}

/** Of a manifest, which tells its version, and that of all it holds, in its format. For reading only: what was frozen stays as it is. */
export function upgradeManifest(frozen: unknown, steps = versionSteps): unknown {
  if (!isObject(frozen)) return frozen;
  const version = Number(String(frozen["format"]).replace(format, ""));
  if (!isKnown(version, steps)) return frozen;
  const each = (what: keyof VersionStep, content: unknown) =>
    isObject(content) ? climb(what, content, version, steps) : content;
  const texts = frozen["texts"];
  const upgraded = {
    ...frozen,
    format: `${format}${steps.length + 1}`,
    design: each("plan", frozen["design"]),
    texts: Array.isArray(texts)
      ? texts.map((text: unknown) =>
          isObject(text) ? { ...text, words: each("words", text["words"]) } : text,
        )
      : texts,
  };
  return climb("manifest", upgraded, version, steps);
}

/** As it is stored. */
export const withVersion = <T extends object>(content: T, steps = versionSteps): T & { version?: number } =>
  steps.length === 0 ? content : { version: steps.length + 1, ...content };

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isKnown = (version: unknown, steps: readonly VersionStep[]): version is number =>
  typeof version === "number" && Number.isInteger(version) && version >= 1 && version <= steps.length + 1;

const climb = (
  what: keyof VersionStep,
  content: Json,
  version: number,
  steps: readonly VersionStep[],
): Json => steps.slice(version - 1).reduce((reached, step) => step[what]?.(reached) ?? reached, content);
