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

/** For slides and pages that are dark. */
const darkPaperInks: Inks = {
  ink: "#e9e3d6",
  muted: "#b4ac9d",
  line: "#343a43",
  edge: "#7f858e",
  ground: "#171a1f",
  people: "#56b4e9",
  model: "#a39b8e",
  selecting: "#d55e00",
};

export const paperThemes = ["light", "dark"] as const;
export type PaperTheme = (typeof paperThemes)[number];

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

export const paperLook = (widthMm: number, theme: PaperTheme = "light"): Look => ({
  medium: "paper",
  width: widthMm * pointsPerMm,
  text: 8.5,
  small: 8,
  inks: theme === "dark" ? darkPaperInks : paperInks,
});

/** Phones and single columns hold some thirty letters' heights, not fifty. */
export const isNarrow = ({ width, text }: Look): boolean => width < 40 * text;
