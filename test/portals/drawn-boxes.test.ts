import assert from 'node:assert/strict';
import { pageReading, pageScript } from '../../portals/page-reading.ts';
import { testBrowsers } from '../support/browser.ts';

/** A box as a library draws it. */
interface Drawing {
  readonly css?: string;
  /** @param drawn its state as people see it @param is its own state */
  readonly html: (drawn: boolean, is: boolean, id: string) => string;
  /** Of a drawing from which nothing can be told, its own state is believed. */
  readonly isUnknown?: boolean;
}

const input = (is: boolean, id: string, more = ''): string =>
  `<input type=checkbox id=${id} data-testid=${id} ${is ? 'checked' : ''} ${more}>`;
const tick = '<path d="M4 12 L10 18 L20 6" fill=none stroke=#fff stroke-width=3>';
const filled =
  'M19 3H5c-1.11 0-2 .9-2 2v14c0 1.1.89 2 2 2h14c1.11 0 2-.9 2-2V5c0-1.1-.89-2-2-2zm-9 14l-5-5 1.41-1.41L10 14.17l7.59-7.59L19 8l-9 9z';
const hollow = 'M19 5v14H5V5h14m0-2H5c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h14c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2z';

const drawings: Readonly<Record<string, Drawing>> = {
  'a switch that the style of a label draws': {
    css: '.a{position:relative}.a input{opacity:0;width:1px;height:1px;position:absolute}.a label{position:relative;display:block;min-height:24px;padding-left:49px}.a label:before{content:"";position:absolute;top:0;left:0;width:41px;height:24px;background:#c5c9d3;border-radius:7px}.a label:after{content:"";position:absolute;top:4px;left:4px;width:19px;height:16px;background:#fff;border-radius:5px}.a.on label:before{background:#1ea97c}.a.on label:after{transform:translateX(14px)}',
    html: (drawn, is, id) => `<div class="a ${drawn ? 'on' : ''}">${input(is, id)}<label for=${id}>Proof</label></div>`,
  },
  'a box that the style of a label draws, with a picture as its tick': {
    css: '.b{position:relative;padding-left:24px}.b input{position:absolute;z-index:-1;opacity:0}.b label:before,.b label:after{content:"";position:absolute;left:0;top:4px;width:16px;height:16px}.b label:before{border:1px solid #adb5bd;background:#fff}.b.on label:before{background:#007bff}.b.on label:after{background:50%/50% no-repeat url("data:image/svg+xml,%3csvg xmlns=%27http://www.w3.org/2000/svg%27 viewBox=%270 0 8 8%27%3e%3cpath fill=%27%23fff%27 d=%27M6 1 3 5 1 3z%27/%3e%3c/svg%3e")}',
    html: (drawn, is, id) => `<div class="b ${drawn ? 'on' : ''}">${input(is, id)}<label for=${id}>Proof</label></div>`,
  },
  'a slider in a label': {
    css: '.c{position:relative;display:inline-block;width:60px;height:34px}.c input{opacity:0;width:0;height:0}.c span{position:absolute;inset:0;background:#ccc}.c span:before{content:"";position:absolute;height:26px;width:26px;left:4px;bottom:4px;background:#fff}.c.on span{background:#2196f3}.c.on span:before{transform:translateX(26px)}',
    html: (drawn, is, id) => `<label class="c ${drawn ? 'on' : ''}">${input(is, id)}<span></span></label>`,
  },
  'a knob and its line in boxes of their own': {
    css: '.d{position:relative;display:inline-flex;width:58px;height:38px;padding:12px;box-sizing:border-box}.d .base{position:absolute;top:0;left:0;padding:9px;border-radius:50%}.d.on .base{transform:translateX(20px)}.d input{position:absolute;left:-100%;width:300%;height:100%;opacity:0;margin:0}.d .thumb{display:block;width:20px;height:20px;background:#fff;box-shadow:0 2px 1px rgba(0,0,0,.2);border-radius:50%}.d .track{width:100%;height:14px;background:#000;opacity:.38;border-radius:7px}',
    html: (drawn, is, id) =>
      `<label><span class="d ${drawn ? 'on' : ''}"><span class=base>${input(is, id, 'role=switch')}<span class=thumb></span><span class=ripple></span></span><span class=track></span></span><span>Proof</span></label>`,
  },
  'a box that is an icon': {
    css: '.e{display:inline-flex;padding:9px;position:relative}.e input{position:absolute;inset:0;width:100%;height:100%;opacity:0;margin:0}.e svg{width:24px;height:24px;fill:#666}',
    html: (drawn, is, id) =>
      `<label><span class=e>${input(is, id)}<svg viewBox="0 0 24 24"><path d="${drawn ? filled : hollow}"></svg></span><span>Proof</span></label>`,
  },
  'a switch by its role': {
    css: '.f{width:42px;height:25px;background:#999;border-radius:99px;position:relative;border:0;padding:0}.f span{display:block;width:21px;height:21px;background:#fff;border-radius:50%;transform:translateX(2px)}.f.on span{transform:translateX(19px)}',
    html: (drawn, is, id) =>
      `<button type=button role=switch aria-label=Proof aria-checked=${is} class="f ${drawn ? 'on' : ''}" data-testid=${id}><span></span></button>`,
  },
  'a box by its role': {
    css: '.g{width:25px;height:25px;border:1px solid #888;background:#fff;border-radius:4px;padding:0;display:inline-flex;align-items:center;justify-content:center}.g svg{width:15px;height:15px}',
    html: (drawn, is, id) =>
      `<button type=button role=checkbox aria-label=Proof aria-checked=${is} class=g data-testid=${id}>${drawn ? `<span><svg viewBox="0 0 24 24"><path d="M4 12 L10 18 L20 6" fill=none stroke=#222 stroke-width=4></svg></span>` : ''}</button><input type=checkbox aria-hidden=true tabindex=-1 style="position:absolute;opacity:0" ${is ? 'checked' : ''}>`,
  },
  'a switch with words in it': {
    css: '.h{position:relative;min-width:44px;width:44px;height:22px;background:rgba(0,0,0,.25);border:0;border-radius:100px;padding:0}.h.on{background:#1677ff}.h .handle{position:absolute;top:2px;left:2px;width:18px;height:18px}.h.on .handle{left:calc(100% - 20px)}.h .handle:before{content:"";position:absolute;inset:0;background:#fff;border-radius:9px}.h .inner{display:block;overflow:hidden;height:100%;font-size:10px;color:#fff;padding-left:22px}.h.on .inner{padding:0 22px 0 6px}',
    html: (drawn, is, id) =>
      `<button type=button role=switch aria-label=Proof aria-checked=${is} class="h ${drawn ? 'on' : ''}" data-testid=${id}><div class=handle></div><span class=inner>${drawn ? 'On' : 'Off'}</span></button>`,
  },
  'a switch that is moved by a property of its own': {
    css: '.i{display:inline-flex;align-items:center;width:44px;height:24px;background:#e5e7eb;border-radius:99px;border:0;padding:0}.i.on{background:#2563eb}.i span{display:inline-block;width:16px;height:16px;background:#fff;border-radius:50%;translate:4px}.i.on span{translate:24px}',
    html: (drawn, is, id) =>
      `<button type=button role=switch aria-label=Proof aria-checked=${is} class="i ${drawn ? 'on' : ''}" data-testid=${id}><span></span></button>`,
  },
  'a switch beside a box for those who listen': {
    css: '.j{display:inline-flex;position:relative}.j input{position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip:rect(0,0,0,0);border:0}.j div{position:relative;width:36px;height:20px;background:#e5e7eb;border-radius:99px}.j.on div{background:#2563eb}.j div:after{content:"";position:absolute;top:2px;inset-inline-start:2px;width:16px;height:16px;background:#fff;border-radius:50%}.j.on div:after{translate:100% 0}',
    html: (drawn, is, id) =>
      `<label class="j ${drawn ? 'on' : ''}">${input(is, id)}<div></div><span>Proof</span></label>`,
  },
  'a box whose tick is always there, and not always seen': {
    css: '.k{position:relative;display:inline-block;width:40px;height:40px;padding:11px;box-sizing:border-box}.k input{position:absolute;inset:0;width:40px;height:40px;margin:0;opacity:0}.k .bg{position:absolute;left:11px;top:11px;width:18px;height:18px;box-sizing:border-box;border:2px solid rgba(0,0,0,.54);border-radius:2px}.k.on .bg{background:#3f51b5;border-color:#3f51b5}.k svg{position:absolute;inset:0;width:100%;opacity:0}.k.on svg{opacity:1}',
    html: (drawn, is, id) =>
      `<div class="k ${drawn ? 'on' : ''}">${input(is, id)}<div class=bg><svg viewBox="0 0 24 24">${tick}</svg></div></div>`,
  },
  'a box whose tick is two borders': {
    css: '.l input{position:absolute;opacity:0;width:1px;height:1px}.l label{position:relative;padding-left:26px;min-height:20px;display:block}.l label:before{content:"";position:absolute;left:2px;top:1px;width:16px;height:16px;border:1px solid #161616;box-sizing:border-box}.l label:after{content:"";position:absolute;left:6px;top:5px;width:9px;height:5px;border-left:1.5px solid #fff;border-bottom:1.5px solid #fff;transform:scale(0) rotate(-45deg)}.l.on label:before{background:#161616}.l.on label:after{transform:scale(1) rotate(-45deg)}',
    html: (drawn, is, id) => `<div class="l ${drawn ? 'on' : ''}">${input(is, id)}<label for=${id}>Proof</label></div>`,
  },
  'a switch by its role around a box': {
    css: '.m{display:inline-flex;position:relative;height:32px;align-items:center}.m input{position:absolute;width:0;height:0;opacity:0;margin:0}.m .core{position:relative;display:inline-flex;min-width:40px;height:20px;border:1px solid #dcdfe6;background:#dcdfe6;border-radius:10px;box-sizing:border-box}.m.on .core{background:#409eff}.m .act{position:absolute;left:1px;top:1px;width:16px;height:16px;background:#fff;border-radius:50%}.m.on .act{left:calc(100% - 17px)}',
    html: (drawn, is, id) =>
      `<div role=switch aria-label=Proof aria-checked=${is} class="m ${drawn ? 'on' : ''}" data-testid=${id}><input type=checkbox ${is ? 'checked' : ''}><span class=core><div class=act></div></span></div>`,
  },
  'a switch of a label whose box lies over it': {
    css: '.n{position:relative;min-height:24px}.n input{position:absolute;top:0;left:0;opacity:0;z-index:3;width:49px;height:21px}.n label{display:block;padding-left:63px;position:relative}.n label:before{content:"";position:absolute;top:0;left:0;width:49px;height:21px;border-radius:500px;background:rgba(0,0,0,.05);box-shadow:0 0 1px #000}.n.on label:before{background:#2185d0}.n label:after{content:"";position:absolute;top:0;left:-1px;width:21px;height:21px;background:#fff linear-gradient(transparent,rgba(0,0,0,.05));border-radius:500px;box-shadow:0 1px 2px rgba(34,36,38,.15)}.n.on label:after{left:30px}',
    html: (drawn, is, id) => `<div class="n ${drawn ? 'on' : ''}">${input(is, id)}<label>Proof</label></div>`,
  },
  'a sign for a box': {
    html: (drawn, is, id) =>
      `<span role=checkbox aria-label=Proof aria-checked=${is} data-testid=${id}>${drawn ? '☑' : '☐'}</span>`,
  },
  'a word for a switch': {
    html: (drawn, is, id) =>
      `<button type=button role=switch aria-label=Proof aria-checked=${is} data-testid=${id}>${drawn ? 'ON' : 'OFF'}</button>`,
  },
  'a switch from right to left': {
    css: '.q{direction:rtl;position:relative;width:40px;height:20px;background:#bbb;border:0;padding:0}.q span{position:absolute;top:2px;right:2px;width:16px;height:16px;background:#fff}.q.on span{right:22px}',
    html: (drawn, is, id) =>
      `<button type=button role=switch aria-label=Proof aria-checked=${is} class="q ${drawn ? 'on' : ''}" data-testid=${id}><span></span></button>`,
  },
  'a radio button of its own style': {
    css: '.r{appearance:none;width:18px;height:18px;border:2px solid #777;border-radius:50%;position:relative}.r.on:before{content:"";position:absolute;inset:3px;border-radius:50%;background:#06c}',
    html: (drawn, is, id) =>
      `<input type=radio aria-label=Proof data-testid=${id} class="r ${drawn ? 'on' : ''}" ${is ? 'checked' : ''}>`,
  },
  'a box of its own style with a picture': {
    css: '.s{appearance:none;width:16px;height:16px;border:1px solid #bbb;background:#fff no-repeat center}.s.on{background-color:#0d6efd;background-image:url("data:image/svg+xml,%3csvg xmlns=%27http://www.w3.org/2000/svg%27 viewBox=%270 0 20 20%27%3e%3cpath fill=%27none%27 stroke=%27%23fff%27 stroke-width=%273%27 d=%27m6 10 3 3 6-6%27/%3e%3c/svg%3e")}',
    html: (drawn, is, id) => input(is, id, `class="s ${drawn ? 'on' : ''}"`),
  },
  'a switch whose knob is at an end of a line of boxes': {
    css: '.t{display:flex;align-items:center;width:46px;height:22px;background:#aaa;padding:2px;box-sizing:border-box}.t input{display:none}.t.on{justify-content:flex-end}.t i{width:18px;height:18px;background:#fff}',
    html: (drawn, is, id) => `<label class="t ${drawn ? 'on' : ''}">${input(is, id)}<i></i></label>`,
  },
  'an icon of a font': {
    css: '.u input{position:absolute;opacity:0}.u i:before{content:"\\f096"}.u.on i:before{content:"\\f14a"}',
    html: (drawn, is, id) => `<label class="u ${drawn ? 'on' : ''}">${input(is, id)}<i></i> Proof</label>`,
    isUnknown: true,
  },
};

/** Of each box by its test id, what is read and what people see in its place. */
const readBoxes = pageReading<Record<string, [read: string, seen: string | null]>>(
  'drawn-boxes',
  `() => {
    const { fieldSeenOtherwise, readValue, tickSeenOtherwise } = ${pageScript('displayed.js')}();
    const seen = (box) => (box.matches('input') ? fieldSeenOtherwise(box) : tickSeenOtherwise(box));
    return Object.fromEntries([...document.querySelectorAll('[data-testid]')].map((box) => [box.dataset.testid, [readValue(box), seen(box)]]));
  }`,
);
const say = (state: boolean): string => (state ? 'Yes' : 'No');

describe('boxes and switches that a page draws', function () {
  it('read as yes or no where people see that, and not where they see the opposite', async () => {
    const states = [true, false].flatMap((drawn) => [true, false].map((is) => ({ drawn, is })));
    const all = Object.entries(drawings).flatMap(([name, drawing], k) =>
      states.map(({ drawn, is }, n) => ({ name, drawing, drawn, is, id: `b${k}_${n}` })),
    );
    const css = Object.values(drawings).map((drawing) => drawing.css ?? '');
    const boxes = all.map(
      ({ drawing, drawn, is, id }) => `<div style="margin:8px">${drawing.html(drawn, is, id)}</div>`,
    );
    const bare = '<div><input type=checkbox checked style="opacity:0" data-testid=bare></div>';
    const cell = drawings['a switch by its role']?.html(true, true, 'inner') ?? '';
    await testBrowsers().use(new AbortController().signal, async (context) => {
      const page = await context.newPage();
      await page.setContent(
        `<!doctype html><meta charset=utf-8><style>${css.join('')}</style>${boxes.join('')}${bare}<table><tr><td data-testid=cell>${cell}</td></tr></table>`,
      );
      const read = await readBoxes(page);
      assert.deepEqual(read['bare'], ['', null], 'a box of which nobody sees anything');
      assert.deepEqual(read['cell'], ['Yes', null], 'a cell with nothing but a switch');
      const line = (name: string, { drawn, is }: (typeof states)[number], of: readonly unknown[]): string =>
        `${name}, drawn as ${say(drawn)} and ${say(is)}: ${of.join(', ')}`;
      assert.deepEqual(
        all.map((one) => line(one.name, one, read[one.id] ?? [])),
        all.map((one) => {
          const isSeen = one.drawn === one.is || one.drawing.isUnknown === true;
          return line(one.name, one, [say(one.is), isSeen ? null : say(one.drawn)]);
        }),
      );
    });
  });
});
