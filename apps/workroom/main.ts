#!/usr/bin/env node
// The command line `workroom`, and with `up` the one process that hosts every app on embedded defaults.
import { run } from './cli/program.js';

process.exitCode = await run(process.argv.slice(2));
