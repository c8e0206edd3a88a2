// How a version is named wherever it is told: parts of questions, which ask nothing by themselves.

export const versionName = {
  id: true,
  number: true,
  sha256: true,
  template: { select: { id: true, name: true } },
} as const;

export const nameOf = <V extends { sha256: Uint8Array }>({ sha256, ...version }: V) => ({
  ...version,
  sha256: hexOf(sha256),
});

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
