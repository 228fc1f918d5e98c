// Where a command runs: its environment and its folder.
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}
