import type { Words } from "#components/ui/table/cell.tsx";

const longest = 16;

/** A case's id where there is room for a few letters: a digest is told by its first ones, whole when pointed at. */
export const shortKey = (key: string): Words => ({
  text: key.length <= longest ? key : `${key.slice(0, longest - 4)}…`,
  title: key,
  isCode: true,
  isMuted: true,
  isName: true,
  isWhole: true,
});
