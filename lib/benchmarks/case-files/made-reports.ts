// What is said of files that cases were made of, or taken from.

/** An exported benchmark whose cases are imported, and what else is in it. */
export type FolderReport = {
  file: string;
  name: string;
  release: string;
  digest: string;
  answers: number;
  studies: number;
};

/** What was found in the folders of those who were interviewed. */
export type InterviewsReport = {
  people: readonly {
    id: string;
    category: string | null;
    training: number;
    held: number;
    threeOptions: number;
    fourOptions: number;
    methods: readonly { method: string; answers: number; isJudged: boolean }[];
  }[];
  /** What judges and models answered, of which storing makes runs. */
  runs: readonly { model: string; method: string; version: string; track: string; rows: number }[];
};
