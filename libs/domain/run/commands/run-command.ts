// Every command of a Run: one closed shape a type. There is no generic command that sets a state.
import type { Command, Infer } from '../../kernel/index.js';
import { controlCommandShapes } from './control-commands.js';
import { executionCommandShapes } from './execution-commands.js';
import { planCommandShapes } from './plan-commands.js';

export const RUN_COMMANDS = { ...planCommandShapes, ...executionCommandShapes, ...controlCommandShapes } as const;

export type RunCommandType = keyof typeof RUN_COMMANDS;
export type RunCommandData<Type extends RunCommandType> = Infer<(typeof RUN_COMMANDS)[Type]>;
export type RunCommandOf<Type extends RunCommandType> = { [T in Type]: Command<T, RunCommandData<T>> }[Type];
export type RunCommand = RunCommandOf<RunCommandType>;
