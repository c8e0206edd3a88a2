export type Inks = {
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly edge: string;
  readonly ground: string;
  readonly people: string;
  readonly model: string;
  readonly selecting: string;
};

/** How large and in what colours a figure is drawn; what it shows is the figure's own. */
export type Look = {
  readonly medium: "screen" | "paper";
  readonly width: number;
  /** Sizes of letters. */
  readonly text: number;
  readonly small: number;
  readonly inks: Inks;
};

const screenInks: Inks = {
  ink: "var(--ink)",
  muted: "var(--ink-muted)",
  line: "var(--line)",
  edge: "var(--edge)",
  ground: "var(--surface)",
  people: "var(--people)",
  model: "var(--model)",
  selecting: "var(--selecting)",
};

const paperInks: Inks = {
  ink: "#1a1a1a",
  muted: "#555555",
  line: "#dddddd",
  edge: "#888888",
  ground: "#ffffff",
  people: "#0072b2",
  model: "#6d655a",
  selecting: "#d55e00",
};

/** One column of a page, or two. */
export const paperWidths = { single: 86, double: 178 } as const;

export const pointsPerMm = 72 / 25.4;

export const screenLook = (width: number): Look => ({
  medium: "screen",
  width,
  text: 13,
  small: 12,
  inks: screenInks,
});

export const paperLook = (widthMm: number): Look => ({
  medium: "paper",
  width: widthMm * pointsPerMm,
  text: 8.5,
  small: 8,
  inks: paperInks,
});

/** Phones and single columns hold some thirty letters' heights, not fifty. */
export const isNarrow = ({ width, text }: Look): boolean => width < 40 * text;
