// The ticker: sends advance_clock to a Run, due or not.
import { system } from '#testing';
import type { Message } from '../message.js';
import { say } from '../scene.js';
import type { Scene } from '../scene.js';

export const tick = (scene: Pick<Scene, 'world' | 'run'>): Message => say(scene, 'advance_clock', system('clock'), {});
