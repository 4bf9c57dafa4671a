package sweep

import "breadboard/experiments"

// kernels takes the kernels of the catalogue, and folders of matrices. Folders alone have their
// own schedules and T.
func (d *draft) kernels() {
	s := d.Spec
	if d.folders = d.words(s.Matrix, experiments.FieldMatrix); d.folders == nil {
		d.Kernels = d.words(s.Kernel, experiments.FieldKernel, experiments.Setting{}.WithDefaults().Kernel)
		return
	}
	d.Kernels = d.words(s.Kernel, experiments.FieldKernel)
	if d.Kernels == nil && len(s.Schedule)+len(s.T) > 0 && !d.wrong["kernel"] {
		d.add(experiments.Faultf("%v %s has betas of its own, and no other kernel takes %v or %v; leave these out, or "+
			"give a %v beside it", experiments.FieldMatrix, d.folders[0], experiments.FieldSchedule, experiments.FieldT,
			experiments.FieldKernel))
	}
}

// matrices opens the folders, on the first target. If others do not fit, together finds it.
func (d *draft) matrices() {
	for _, name := range d.folders {
		if len(d.Targets) == 0 {
			return // there is a fault already
		}
		with := d.Targets[0].setting()
		with.Density, with.Matrix = d.density(with), name
		if space, ok := d.space(with); ok {
			own, err := space.Levels(nil)
			d.add(err)
			d.Matrices = append(d.Matrices, Kernel{Named{name, d.hash(name)}, own[0]})
		}
	}
}
